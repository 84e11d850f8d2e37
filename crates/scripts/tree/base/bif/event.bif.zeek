# Built-in declarations: event.

module GLOBAL;

export {
	## The run begins: scripts are loaded and no packet was read yet. Streams, filters and ports are set up here.
	global zeek_init: event();

	## The run ends: the last event. Connections and files have ended and logs are still open.
	global zeek_done: event();

	## The input of packets has ended, before zeek_done.
	##
	## t: The time of the last packet.
	global net_done: event(t: time);

	## Network time is known: the first packet or the clock has set it.
	global network_time_init: event();

	## The first packet of a connection of any transport. For UDP and ICMP, a connection consists of the packets between
	## two endpoints without a long pause. Handlers run for every connection: keep them short.
	##
	## c: The connection.
	global new_connection: event(c: connection);

	## The tunnels that carry a connection have changed.
	##
	## c: The connection.
	##
	## e: The tunnels that carry it now, the outermost first.
	global tunnel_changed: event(c: connection, e: EncapsulatingConnVector);

	## An attempt to connect was not answered within tcp_attempt_delay, and the connection is given up.
	##
	## c: The connection.
	global connection_timeout: event(c: connection);

	## The last event of a connection, before its state is removed. The record is complete here: conn.log is written by
	## handlers of this event.
	##
	## c: The connection.
	global connection_state_remove: event(c: connection);

	## A SYN between the endpoints of a TCP connection that still existed. The old connection ends and a new one begins.
	##
	## c: The connection.
	global connection_reused: event(c: connection);

	## Raised repeatedly while a connection is followed, every connection_status_update_interval.
	##
	## c: The connection.
	global connection_status_update: event(c: connection);

	## The roles of a connection were exchanged: the former originator is now the responder. Scripts that store data per
	## side must exchange it too.
	##
	## c: The connection.
	global connection_flipped: event(c: connection);

	## The flow label of a side's IPv6 packets changed.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## old_label: The label before; 0 for the first packet.
	##
	## new_label: The label now.
	global connection_flow_label_changed: event(c: connection, is_orig: bool, old_label: count, new_label: count);

	## A UDP flow has ended, for protocols that do not mark the end themselves.
	##
	## u: The flow.
	global udp_session_done: event(u: connection);

	## A connection announced by Analyzer::schedule_analyzer has begun and got its analyzer.
	##
	## c: The connection.
	##
	## a: The analyzer.
	global scheduled_analyzer_applied: event(c: connection, a: Analyzer::Tag);

	## Every packet, before it is analyzed. Handlers run for every packet: for research, not for fast links.
	##
	## p: Its headers from the link layer on.
	global raw_packet: event(p: raw_pkt_hdr);

	## Every packet of a connection. Handlers run for every packet: for research, not for fast links.
	##
	## c: The connection.
	##
	## p: Its headers from the network layer on.
	global new_packet: event(c: connection, p: pkt_hdr);

	## A packet with IPv6 extension headers.
	##
	## c: The connection.
	##
	## p: Its headers.
	global ipv6_ext_headers: event(c: connection, p: pkt_hdr);

	## A packet whose payload is encrypted (ESP, RFC 4303).
	##
	## p: Its headers.
	global esp_packet: event(p: pkt_hdr);

	## A message of Mobile IPv6 (RFC 6275).
	##
	## p: Its headers, the message among them.
	global mobile_ipv6_message: event(p: pkt_hdr);

	## The payload of a packet of a connection. Handlers run for every packet with payload.
	##
	## c: The connection.
	##
	## contents: The bytes after the transport header.
	global packet_contents: event(c: connection, contents: string);

	## A TCP segment was retransmitted with different bytes, by an attacker or a broken sender. Raised once per
	## connection.
	##
	## c: The connection.
	##
	## t1: The original bytes.
	##
	## t2: The new bytes.
	##
	## tcp_flags: Flags of the new segment as letters.
	global rexmit_inconsistency: event(c: connection, t1: string, t2: string, tcp_flags: string);

	## Bytes of a TCP stream are missing: the capture lost packets, or they were never sent.
	##
	## c: The connection.
	##
	## is_orig: True if the originator's bytes are missing.
	##
	## seq: The relative sequence number of the first missing byte.
	##
	## length: The number of missing bytes.
	global content_gap: event(c: connection, is_orig: bool, seq: count, length: count);

	## An analyzer has confirmed that its input is its protocol or file type.
	##
	## atype: The analyzer's kind.
	##
	## info: The connection or file, and the analyzer's id.
	global analyzer_confirmation_info: event(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo);

	## An analyzer's input is not its protocol or file type. The analyzer framework removes the analyzer from the
	## connection.
	##
	## atype: The analyzer's kind.
	##
	## info: The connection or file, the analyzer's id, the reason, and the bytes in question.
	global analyzer_violation_info: event(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo);

	## A signature has detected a protocol so late that its first bytes are no longer available; no analyzer is attached.
	##
	## c: The connection.
	##
	## atype: The analyzer that would have been attached.
	global protocol_late_match: event(c: connection, atype: Analyzer::Tag);

	## Statistics of a TCP connection's two sides. Not raised by Egret.
	##
	## c: The connection.
	##
	## os: The originator's.
	##
	## rs: The responder's.
	global conn_stats: event(c: connection, os: endpoint_stats, rs: endpoint_stats);

	## Something odd about a connection. The weird framework's scripts decide whether it is logged.
	##
	## name: The name of the weird, as in weird.log.
	##
	## c: The connection.
	##
	## addl: Details; may be empty.
	##
	## source: The analyzer or script that found it.
	global conn_weird: event(name: string, c: connection, addl: string, source: string);

	## Something odd about a connection. The weird framework's scripts decide whether it is logged.
	##
	## name: The name of the weird, as in weird.log.
	##
	## c: The connection.
	##
	## addl: Details; may be empty.
	global conn_weird: event(name: string, c: connection, addl: string);

	## Something odd about a connection that has ended.
	##
	## name: The name of the weird, as in weird.log.
	##
	## id: Its endpoints.
	##
	## uid: Its uid.
	##
	## addl: Details; may be empty.
	##
	## source: The analyzer or script that found it.
	global expired_conn_weird: event(name: string, id: conn_id, uid: string, addl: string, source: string);

	## Something odd about a connection that has ended.
	##
	## name: The name of the weird, as in weird.log.
	##
	## id: Its endpoints.
	##
	## uid: Its uid.
	##
	## addl: Details; may be empty.
	global expired_conn_weird: event(name: string, id: conn_id, uid: string, addl: string);

	## Something odd between two hosts without a connection.
	##
	## name: The name of the weird, as in weird.log.
	##
	## src: The sender of the packet.
	##
	## dst: The receiver of the packet.
	##
	## addl: Details; may be empty.
	##
	## source: The analyzer or script that found it.
	global flow_weird: event(name: string, src: addr, dst: addr, addl: string, source: string);

	## Something odd between two hosts without a connection.
	##
	## name: The name of the weird, as in weird.log.
	##
	## src: The sender of the packet.
	##
	## dst: The receiver of the packet.
	##
	## addl: Details; may be empty.
	global flow_weird: event(name: string, src: addr, dst: addr, addl: string);

	## Something odd about a packet that belongs to no flow.
	##
	## name: The name of the weird, as in weird.log.
	##
	## addl: Details; may be empty.
	##
	## source: The analyzer or script that found it.
	global net_weird: event(name: string, addl: string, source: string);

	## Something odd about a packet that belongs to no flow.
	##
	## name: The name of the weird, as in weird.log.
	##
	## addl: Details; may be empty.
	global net_weird: event(name: string, addl: string);

	## Something odd about a file.
	##
	## name: The name of the weird, as in weird.log.
	##
	## f: The file.
	##
	## addl: Details; may be empty.
	##
	## source: The analyzer or script that found it.
	global file_weird: event(name: string, f: fa_file, addl: string, source: string);

	## Something odd about a file.
	##
	## name: The name of the weird, as in weird.log.
	##
	## f: The file.
	##
	## addl: Details; may be empty.
	global file_weird: event(name: string, f: fa_file, addl: string);

	## A signature with the action ``event`` matched.
	##
	## state: The signature's name, the connection and the side.
	##
	## msg: The text of the action.
	##
	## data: The payload that the last pattern matched.
	##
	## end_of_match: Where in the payload the match ended.
	global signature_match: event(state: signature_state, msg: string, data: string, end_of_match: count);

	## A signature with the action ``event`` matched.
	##
	## state: The signature's name, the connection and the side.
	##
	## msg: The text of the action.
	##
	## data: The payload that the last pattern matched.
	global signature_match: event(state: signature_state, msg: string, data: string);

	## The profiling log is written. Not raised by Egret.
	##
	## f: The log.
	##
	## expensive: Whether costly statistics are part of it.
	global profiling_update: event(f: file, expensive: bool);

	## A message for the user that is neither an error nor a warning.
	##
	## t: When it was written.
	##
	## msg: The message.
	##
	## location: The place in a script that caused it; empty if none.
	global reporter_info: event(t: time, msg: string, location: string) &error_handler;

	## A warning for the user.
	##
	## t: When it was written.
	##
	## msg: The message.
	##
	## location: The place in a script that caused it; empty if none.
	global reporter_warning: event(t: time, msg: string, location: string) &error_handler;

	## An error in a script or in the run. Errors in its handlers do not raise it again.
	##
	## t: When it was written.
	##
	## msg: The message.
	##
	## location: The place in a script that caused it; empty if none.
	global reporter_error: event(t: time, msg: string, location: string) &error_handler;

	## A script was loaded; raised for each script when the run begins.
	##
	## path: Its path.
	##
	## level: The depth of nested @load directives that loaded it.
	global zeek_script_loaded: event(path: string, level: count);

	## A script opened a file.
	##
	## f: The file.
	global file_opened: event(f: file);

	## A marker in the order of events, for tests.
	global event_queue_flush_point: event();

	## An analyzer has found a file and needs its handle. The protocol's script handles this and calls set_file_handle.
	##
	## tag: The analyzer.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sends the file.
	global get_file_handle: event(tag: Analyzer::Tag, c: connection, is_orig: bool);

	## A file begins: its first bytes were seen, but its type is not known yet. This is the place to add analyzers for
	## the whole file.
	##
	## f: The file.
	global file_new: event(f: fa_file);

	## A file is transferred over a connection that did not carry it before. Protocol scripts link the file to their logs
	## here.
	##
	## f: The file.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sends it.
	global file_over_new_connection: event(f: fa_file, c: connection, is_orig: bool);

	## The type of a file was determined from its first bytes, or it is clear that it cannot be determined.
	##
	## f: The file.
	##
	## meta: The type and how certain it is.
	global file_sniff: event(f: fa_file, meta: fa_metadata);

	## No data of a file arrived for a while. The file ends now unless a handler calls Files::set_timeout_interval.
	##
	## f: The file.
	global file_timeout: event(f: fa_file);

	## Bytes of a file are missing.
	##
	## f: The file.
	##
	## offset: Their offset in the file.
	##
	## len: The number of missing bytes.
	global file_gap: event(f: fa_file, offset: count, len: count);

	## More bytes of a file wait for missing ones than the buffer holds. The missing bytes are skipped.
	##
	## f: The file.
	##
	## offset: Their offset in the file.
	##
	## skipped: The number of skipped bytes.
	global file_reassembly_overflow: event(f: fa_file, offset: count, skipped: count);

	## The last event of a file, before its state is removed. files.log is written by handlers of this event.
	##
	## f: The file.
	global file_state_remove: event(f: fa_file);

	## A host name was looked up again, and still has the cached addresses.
	##
	## dm: The name and its addresses.
	global dns_mapping_valid: event(dm: dns_mapping);

	## A cached host name could not be looked up again.
	##
	## dm: The name and its addresses.
	global dns_mapping_unverified: event(dm: dns_mapping);

	## An address that was cached without a name now has one.
	##
	## dm: The name and its addresses.
	global dns_mapping_new_name: event(dm: dns_mapping);

	## An address that was cached with a name no longer has one.
	##
	## dm: The name and its addresses.
	global dns_mapping_lost_name: event(dm: dns_mapping);

	## A cached address has a different name now.
	##
	## prev: The previous mapping.
	##
	## latest: The new mapping.
	global dns_mapping_name_changed: event(prev: dns_mapping, latest: dns_mapping);

	## A cached host name has different addresses now.
	##
	## dm: The name and its addresses.
	##
	## old_addrs: Addresses that were removed.
	##
	## new_addrs: Addresses that were added.
	global dns_mapping_altered: event(dm: dns_mapping, old_addrs: addr_set, new_addrs: addr_set);

	## Raised before the handlers of every other event. Handlers run very often: for debugging.
	##
	## name: The event.
	##
	## params: Its parameters.
	global new_event: event(name: string, params: call_argument_vector);

	## anonymize_addr replaced an address for the first time. Raised for the first 1,048,576 addresses.
	##
	## orig: The address.
	##
	## mapped: The anonymized address.
	global anonymization_mapping: event(orig: addr, mapped: addr);

	## A capture was read to its end.
	##
	## path: Its path.
	global Pcap::file_done: event(path: string);

	## A packet contains a protocol that no packet analyzer knows.
	##
	## analyzer_name: The analyzer that found it.
	##
	## protocol: The protocol's number.
	##
	## first_bytes: The first bytes after that analyzer's header.
	##
	## analyzer_history: The analyzers that read the packet, the outermost first.
	global unknown_protocol: event(analyzer_name: string, protocol: count, first_bytes: string, analyzer_history: string_vec);

	## A packet contains a protocol that no packet analyzer knows.
	##
	## analyzer_name: The analyzer that found it.
	##
	## protocol: The protocol's number.
	##
	## first_bytes: The first bytes after that analyzer's header.
	global unknown_protocol: event(analyzer_name: string, protocol: count, first_bytes: string) &deprecated="Remove in v8.1";

	## No analyzer processed a packet.
	##
	## pkt: The packet.
	global packet_not_processed: event(pkt: pcap_packet);
}
