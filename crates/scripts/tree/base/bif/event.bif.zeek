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

	## The time of the run is known: the first packet or the clock has set it.
	global network_time_init: event();

	## The first packet of a connection of any transport. For UDP and ICMP a connection is what is sent between two
	## endpoints without a long silence. Handlers run for every connection: keep them short.
	##
	## c: The connection.
	global new_connection: event(c: connection);

	## A connection is carried by other tunnels than before.
	##
	## c: The connection.
	##
	## e: The tunnels that carry it now, the outermost first.
	global tunnel_changed: event(c: connection, e: EncapsulatingConnVector);

	## An attempt to connect was not answered within tcp_attempt_delay, and the connection is given up.
	##
	## c: The connection.
	global connection_timeout: event(c: connection);

	## The last event of a connection, before everything that is known of it goes. The record is complete here: this is
	## where conn.log is written.
	##
	## c: The connection.
	global connection_state_remove: event(c: connection);

	## A SYN came for endpoints whose TCP connection was still known. The old connection ends and a new one begins.
	##
	## c: The connection.
	global connection_reused: event(c: connection);

	## Raised again and again while a connection is followed, each connection_status_update_interval.
	##
	## c: The connection.
	global connection_status_update: event(c: connection);

	## The sides of a connection were exchanged: what was called the originator is the responder. Scripts that keep
	## something of a side exchange it too.
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

	## A UDP flow of a protocol that has no end of its own is over.
	##
	## u: The flow.
	global udp_session_done: event(u: connection);

	## A connection that Analyzer::schedule_analyzer announced has come and got its analyzer.
	##
	## c: The connection.
	##
	## a: The analyzer.
	global scheduled_analyzer_applied: event(c: connection, a: Analyzer::Tag);

	## Every packet, before anything looks at it. Handlers run for every packet: for research, not for fast links.
	##
	## p: Its headers from the link layer on.
	global raw_packet: event(p: raw_pkt_hdr);

	## Every packet of a connection. Handlers run for every packet: for research, not for fast links.
	##
	## c: The connection.
	##
	## p: Its headers from the network layer on.
	global new_packet: event(c: connection, p: pkt_hdr);

	## A packet with extension headers of IPv6.
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
	## contents: The bytes behind the transport header.
	global packet_contents: event(c: connection, contents: string);

	## A TCP segment was sent again with other bytes, by an attacker or a broken sender. Raised once a
	## connection.
	##
	## c: The connection.
	##
	## t1: The bytes as they were first.
	##
	## t2: The bytes now.
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

	## An analyzer is certain that its input is its protocol or file type.
	##
	## atype: The analyzer's kind.
	##
	## info: The connection or file, and the analyzer's id.
	global analyzer_confirmation_info: event(atype: AllAnalyzers::Tag, info: AnalyzerConfirmationInfo);

	## An analyzer's input is not its protocol or file type. The analyzer framework takes it off the connection.
	##
	## atype: The analyzer's kind.
	##
	## info: The connection or file, the analyzer's id, why, and the bytes in question.
	global analyzer_violation_info: event(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo);

	## A signature has found a protocol so late that its first bytes are no longer there; no analyzer is attached.
	##
	## c: The connection.
	##
	## atype: The analyzer that would have been.
	global protocol_late_match: event(c: connection, atype: Analyzer::Tag);

	## Statistics of a TCP connection's two sides. Not raised by Egret.
	##
	## c: The connection.
	##
	## os: The originator's.
	##
	## rs: The responder's.
	global conn_stats: event(c: connection, os: endpoint_stats, rs: endpoint_stats);

	## Something odd about a connection. The scripts of the weird framework decide which of them are logged.
	##
	## name: What is odd, by its name in weird.log.
	##
	## c: The connection.
	##
	## addl: More about it; empty without.
	##
	## source: Who found it: an analyzer or a script.
	global conn_weird: event(name: string, c: connection, addl: string, source: string);

	## Something odd about a connection. The scripts of the weird framework decide which of them are logged.
	##
	## name: What is odd, by its name in weird.log.
	##
	## c: The connection.
	##
	## addl: More about it; empty without.
	global conn_weird: event(name: string, c: connection, addl: string);

	## Something odd about a connection that has ended.
	##
	## name: What is odd, by its name in weird.log.
	##
	## id: Its endpoints.
	##
	## uid: Its uid.
	##
	## addl: More about it; empty without.
	##
	## source: Who found it: an analyzer or a script.
	global expired_conn_weird: event(name: string, id: conn_id, uid: string, addl: string, source: string);

	## Something odd about a connection that has ended.
	##
	## name: What is odd, by its name in weird.log.
	##
	## id: Its endpoints.
	##
	## uid: Its uid.
	##
	## addl: More about it; empty without.
	global expired_conn_weird: event(name: string, id: conn_id, uid: string, addl: string);

	## Something odd between two hosts without a connection.
	##
	## name: What is odd, by its name in weird.log.
	##
	## src: Who sent the packet.
	##
	## dst: To whom.
	##
	## addl: More about it; empty without.
	##
	## source: Who found it: an analyzer or a script.
	global flow_weird: event(name: string, src: addr, dst: addr, addl: string, source: string);

	## Something odd between two hosts without a connection.
	##
	## name: What is odd, by its name in weird.log.
	##
	## src: Who sent the packet.
	##
	## dst: To whom.
	##
	## addl: More about it; empty without.
	global flow_weird: event(name: string, src: addr, dst: addr, addl: string);

	## Something odd about a packet that belongs to no flow.
	##
	## name: What is odd, by its name in weird.log.
	##
	## addl: More about it; empty without.
	##
	## source: Who found it: an analyzer or a script.
	global net_weird: event(name: string, addl: string, source: string);

	## Something odd about a packet that belongs to no flow.
	##
	## name: What is odd, by its name in weird.log.
	##
	## addl: More about it; empty without.
	global net_weird: event(name: string, addl: string);

	## Something odd about a file.
	##
	## name: What is odd, by its name in weird.log.
	##
	## f: The file.
	##
	## addl: More about it; empty without.
	##
	## source: Who found it: an analyzer or a script.
	global file_weird: event(name: string, f: fa_file, addl: string, source: string);

	## Something odd about a file.
	##
	## name: What is odd, by its name in weird.log.
	##
	## f: The file.
	##
	## addl: More about it; empty without.
	global file_weird: event(name: string, f: fa_file, addl: string);

	## A signature with the action ``event`` matched.
	##
	## state: The signature's name, the connection and the side.
	##
	## msg: The text of the action.
	##
	## data: The payload that matched last.
	##
	## end_of_match: Where in the payload the match ended.
	global signature_match: event(state: signature_state, msg: string, data: string, end_of_match: count);

	## A signature with the action ``event`` matched.
	##
	## state: The signature's name, the connection and the side.
	##
	## msg: The text of the action.
	##
	## data: The payload that matched last.
	global signature_match: event(state: signature_state, msg: string, data: string);

	## Statistics are written to the profiling log. Not raised by Egret.
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
	## location: Where in a script it came from; empty if from none.
	global reporter_info: event(t: time, msg: string, location: string) &error_handler;

	## A warning for the user.
	##
	## t: When it was written.
	##
	## msg: The message.
	##
	## location: Where in a script it came from; empty if from none.
	global reporter_warning: event(t: time, msg: string, location: string) &error_handler;

	## An error in a script or in the run. Errors in its handlers do not raise it again.
	##
	## t: When it was written.
	##
	## msg: The message.
	##
	## location: Where in a script it came from; empty if from none.
	global reporter_error: event(t: time, msg: string, location: string) &error_handler;

	## A script was loaded; raised for each of them as the run begins.
	##
	## path: Its path.
	##
	## level: How many other scripts loaded it, one by the other.
	global zeek_script_loaded: event(path: string, level: count);

	## A script opened a file.
	##
	## f: The file.
	global file_opened: event(f: file);

	## A place in the order of events, for tests.
	global event_queue_flush_point: event();

	## An analyzer found a file and needs its name. The handler of the protocol's scripts calls set_file_handle.
	##
	## tag: The analyzer.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sends the file.
	global get_file_handle: event(tag: Analyzer::Tag, c: connection, is_orig: bool);

	## A file begins: its first bytes were seen, its type is not known yet. Analyzers for the whole file are added
	## here.
	##
	## f: The file.
	global file_new: event(f: fa_file);

	## A file is sent over a connection that did not carry it before. Protocol scripts tie the file to their log here.
	##
	## f: The file.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sends it.
	global file_over_new_connection: event(f: fa_file, c: connection, is_orig: bool);

	## The type of a file is known by its first bytes, or it is certain that it is not known.
	##
	## f: The file.
	##
	## meta: The type and how certain it is.
	global file_sniff: event(f: fa_file, meta: fa_metadata);

	## A file was silent for a while. Without Files::set_timeout_interval in a handler it ends now.
	##
	## f: The file.
	global file_timeout: event(f: fa_file);

	## Bytes of a file are missing.
	##
	## f: The file.
	##
	## offset: Where they begin in the file.
	##
	## len: How many are missing.
	global file_gap: event(f: fa_file, offset: count, len: count);

	## More bytes of a file wait for missing ones than the buffer holds. The missing ones are given up.
	##
	## f: The file.
	##
	## offset: Where they begin in the file.
	##
	## skipped: How many are given up.
	global file_reassembly_overflow: event(f: fa_file, offset: count, skipped: count);

	## The last event of a file, before everything that is known of it goes. This is where files.log is written.
	##
	## f: The file.
	global file_state_remove: event(f: fa_file);

	## A name that a script looked up still has the addresses that were remembered.
	##
	## dm: The name and its addresses.
	global dns_mapping_valid: event(dm: dns_mapping);

	## A remembered name could not be looked up again.
	##
	## dm: The name and its addresses.
	global dns_mapping_unverified: event(dm: dns_mapping);

	## An address that was remembered without a name has one.
	##
	## dm: The name and its addresses.
	global dns_mapping_new_name: event(dm: dns_mapping);

	## An address that was remembered with a name has none any more.
	##
	## dm: The name and its addresses.
	global dns_mapping_lost_name: event(dm: dns_mapping);

	## An address that was remembered has another name.
	##
	## prev: The name before.
	##
	## latest: The name now.
	global dns_mapping_name_changed: event(prev: dns_mapping, latest: dns_mapping);

	## A name that was remembered has other addresses.
	##
	## dm: The name and its addresses.
	##
	## old_addrs: Those that are gone.
	##
	## new_addrs: Those that are new.
	global dns_mapping_altered: event(dm: dns_mapping, old_addrs: addr_set, new_addrs: addr_set);

	## Raised before the handlers of every other event. Handlers run very often: for debugging.
	##
	## name: The event.
	##
	## params: Its parameters.
	global new_event: event(name: string, params: call_argument_vector);

	## An address was anonymized. Not raised by Egret.
	##
	## orig: The address.
	##
	## mapped: What stands for it.
	global anonymization_mapping: event(orig: addr, mapped: addr);

	## A capture was read to its end.
	##
	## path: Its path.
	global Pcap::file_done: event(path: string);

	## A packet holds a protocol that no packet analyzer knows.
	##
	## analyzer_name: The analyzer that met it.
	##
	## protocol: The protocol's number.
	##
	## first_bytes: The first bytes behind that analyzer's header.
	##
	## analyzer_history: The analyzers that read the packet, the outermost first.
	global unknown_protocol: event(analyzer_name: string, protocol: count, first_bytes: string, analyzer_history: string_vec);

	## A packet holds a protocol that no packet analyzer knows.
	##
	## analyzer_name: The analyzer that met it.
	##
	## protocol: The protocol's number.
	##
	## first_bytes: The first bytes behind that analyzer's header.
	global unknown_protocol: event(analyzer_name: string, protocol: count, first_bytes: string) &deprecated="Remove in v8.1";

	## No analyzer took a packet.
	##
	## pkt: The packet.
	global packet_not_processed: event(pkt: pcap_packet);
}
