# Built-in declarations: event.

module GLOBAL;

export {
	global zeek_init: event();
	global zeek_done: event();
	global net_done: event(t: time);
	global network_time_init: event();
	## The first packet of a connection.
	global new_connection: event(c: connection);
	## The tunnels around a connection are others than before.
	global tunnel_changed: event(c: connection, e: EncapsulatingConnVector);
	## A connection attempt was not answered in time.
	global connection_timeout: event(c: connection);
	## The last event of a connection, before its state goes.
	global connection_state_remove: event(c: connection);
	## A SYN came for a connection that was under way.
	global connection_reused: event(c: connection);
	## Raised from time to time while a connection lives.
	global connection_status_update: event(c: connection);
	## The roles of the two sides were exchanged.
	global connection_flipped: event(c: connection);
	## The IPv6 flow label changed.
	global connection_flow_label_changed: event(c: connection, is_orig: bool, old_label: count, new_label: count);
	## A UDP flow ended.
	global udp_session_done: event(u: connection);
	## An analyzer that was expected for this connection was attached.
	global scheduled_analyzer_applied: event(c: connection, a: Analyzer::Tag);
	## Every frame, whatever is in it.
	global raw_packet: event(p: raw_pkt_hdr);
	## A packet of a connection, whatever becomes of it.
	global new_packet: event(c: connection, p: pkt_hdr);
	## A packet with IPv6 extension headers.
	global ipv6_ext_headers: event(c: connection, p: pkt_hdr);
	## An IPv6 packet whose payload is encrypted (RFC 4303).
	global esp_packet: event(p: pkt_hdr);
	## A message of Mobile IPv6 (RFC 6275).
	global mobile_ipv6_message: event(p: pkt_hdr);
	## What stands behind the transport header of a packet.
	global packet_contents: event(c: connection, contents: string);
	## A retransmission carried other bytes.
	global rexmit_inconsistency: event(c: connection, t1: string, t2: string, tcp_flags: string);
	## Bytes are missing in a stream.
	global content_gap: event(c: connection, is_orig: bool, seq: count, length: count);
	## An analyzer is sure that its input is its protocol.
	global analyzer_confirmation_info: event(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo);
	## An analyzer's input is not its protocol.
	global analyzer_violation_info: event(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo);
	## A signature matched after the buffer for detection was gone.
	global protocol_late_match: event(c: connection, atype: Analyzer::Tag);
	global conn_stats: event(c: connection, os: endpoint_stats, rs: endpoint_stats);
	## Something odd about a connection.
	global conn_weird: event(name: string, c: connection, addl: string, source: string);
	## Something odd about a connection.
	global conn_weird: event(name: string, c: connection, addl: string);
	global expired_conn_weird: event(name: string, id: conn_id, uid: string, addl: string, source: string);
	global expired_conn_weird: event(name: string, id: conn_id, uid: string, addl: string);
	## Something odd about a flow that has no connection.
	global flow_weird: event(name: string, src: addr, dst: addr, addl: string, source: string);
	## Something odd about a flow that has no connection.
	global flow_weird: event(name: string, src: addr, dst: addr, addl: string);
	## Something odd about a packet that belongs to nothing yet.
	global net_weird: event(name: string, addl: string, source: string);
	## Something odd about a packet that belongs to nothing yet.
	global net_weird: event(name: string, addl: string);
	## Something odd about a file.
	global file_weird: event(name: string, f: fa_file, addl: string, source: string);
	## Something odd about a file.
	global file_weird: event(name: string, f: fa_file, addl: string);
	global signature_match: event(state: signature_state, msg: string, data: string, end_of_match: count);
	global signature_match: event(state: signature_state, msg: string, data: string);
	global profiling_update: event(f: file, expensive: bool);
	global reporter_info: event(t: time, msg: string, location: string) &error_handler;
	global reporter_warning: event(t: time, msg: string, location: string) &error_handler;
	global reporter_error: event(t: time, msg: string, location: string) &error_handler;
	global zeek_script_loaded: event(path: string, level: count);
	global file_opened: event(f: file);
	global event_queue_flush_point: event();
	## A handle is needed for a file; the handler calls `set_file_handle`.
	global get_file_handle: event(tag: Analyzer::Tag, c: connection, is_orig: bool);
	## A file begins.
	global file_new: event(f: fa_file);
	## A connection carries a file that others carried before, or that is new.
	global file_over_new_connection: event(f: fa_file, c: connection, is_orig: bool);
	## A file's type is known.
	global file_sniff: event(f: fa_file, meta: fa_metadata);
	## A file was silent too long.
	global file_timeout: event(f: fa_file);
	## Bytes of a file are missing.
	global file_gap: event(f: fa_file, offset: count, len: count);
	## More bytes out of order than are kept.
	global file_reassembly_overflow: event(f: fa_file, offset: count, skipped: count);
	## A file is over.
	global file_state_remove: event(f: fa_file);
	global dns_mapping_valid: event(dm: dns_mapping);
	global dns_mapping_unverified: event(dm: dns_mapping);
	global dns_mapping_new_name: event(dm: dns_mapping);
	global dns_mapping_lost_name: event(dm: dns_mapping);
	global dns_mapping_name_changed: event(prev: dns_mapping, latest: dns_mapping);
	global dns_mapping_altered: event(dm: dns_mapping, old_addrs: addr_set, new_addrs: addr_set);
	global new_event: event(name: string, params: call_argument_vector);
	global anonymization_mapping: event(orig: addr, mapped: addr);
	global Pcap::file_done: event(path: string);
	## A protocol number that no layer knows.
	global unknown_protocol: event(analyzer_name: string, protocol: count, first_bytes: string, analyzer_history: string_vec);
	## A protocol number that no layer knows.
	global unknown_protocol: event(analyzer_name: string, protocol: count, first_bytes: string) &deprecated="Remove in v8.1";
	global packet_not_processed: event(pkt: pcap_packet);
}
