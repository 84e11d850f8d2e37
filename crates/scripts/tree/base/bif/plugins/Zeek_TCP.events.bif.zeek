# What the TCP part declares: events.

module GLOBAL;

export {
	global new_connection_contents: event(c: connection);
	global connection_attempt: event(c: connection);
	global connection_established: event(c: connection);
	global partial_connection: event(c: connection);
	global connection_partial_close: event(c: connection);
	global connection_finished: event(c: connection);
	global connection_half_finished: event(c: connection);
	global connection_rejected: event(c: connection);
	global connection_reset: event(c: connection);
	global connection_pending: event(c: connection);
	global connection_SYN_packet: event(c: connection, pkt: SYN_packet);
	global connection_first_ACK: event(c: connection);
	global connection_EOF: event(c: connection, is_orig: bool);
	global tcp_packet: event(c: connection, is_orig: bool, flags: string, seq: count, ack: count, len: count, payload: string);
	global tcp_option: event(c: connection, is_orig: bool, opt: count, optlen: count);
	global tcp_options: event(c: connection, is_orig: bool, options: TCP::OptionList);
	global tcp_contents: event(c: connection, is_orig: bool, seq: count, contents: string);
	global tcp_rexmit: event(c: connection, is_orig: bool, seq: count, len: count, data_in_flight: count, window: count);
	global tcp_multiple_checksum_errors: event(c: connection, is_orig: bool, threshold: count);
	global tcp_multiple_zero_windows: event(c: connection, is_orig: bool, threshold: count);
	global tcp_multiple_retransmissions: event(c: connection, is_orig: bool, threshold: count);
	global tcp_multiple_gap: event(c: connection, is_orig: bool, threshold: count);
	global contents_file_write_failure: event(c: connection, is_orig: bool, msg: string);
}
