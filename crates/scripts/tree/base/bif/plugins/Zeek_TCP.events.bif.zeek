# What the TCP part declares: events.

module GLOBAL;

export {
	## The first packet with payload of a connection.
	global new_connection_contents: event(c: connection);
	## A SYN was not answered.
	global connection_attempt: event(c: connection);
	## The handshake's second packet was seen.
	global connection_established: event(c: connection);
	## A connection that was under way when it was first seen.
	global partial_connection: event(c: connection);
	## One side closed and the other did not, for a while.
	global connection_partial_close: event(c: connection);
	## Both sides closed.
	global connection_finished: event(c: connection);
	## One side closed; the other was never seen.
	global connection_half_finished: event(c: connection);
	## A SYN was answered by a RST.
	global connection_rejected: event(c: connection);
	## An established connection ended by a RST.
	global connection_reset: event(c: connection);
	## Still there when the monitor ends.
	global connection_pending: event(c: connection);
	## A SYN.
	global connection_SYN_packet: event(c: connection, pkt: SYN_packet);
	## The ACK that ends the handshake.
	global connection_first_ACK: event(c: connection);
	## The end of a side's stream.
	global connection_EOF: event(c: connection, is_orig: bool);
	## Every segment.
	global tcp_packet: event(c: connection, is_orig: bool, flags: string, seq: count, ack: count, len: count, payload: string);
	## Every option of every segment.
	global tcp_option: event(c: connection, is_orig: bool, opt: count, optlen: count);
	## All options of a segment.
	global tcp_options: event(c: connection, is_orig: bool, options: TCP::OptionList);
	## Stream contents, where scripts asked for them.
	global tcp_contents: event(c: connection, is_orig: bool, seq: count, contents: string);
	## A retransmission.
	global tcp_rexmit: event(c: connection, is_orig: bool, seq: count, len: count, data_in_flight: count, window: count);
	## The count of bad checksums passed a threshold.
	global tcp_multiple_checksum_errors: event(c: connection, is_orig: bool, threshold: count);
	## The count of zero windows passed a threshold.
	global tcp_multiple_zero_windows: event(c: connection, is_orig: bool, threshold: count);
	## The count of retransmissions passed a threshold.
	global tcp_multiple_retransmissions: event(c: connection, is_orig: bool, threshold: count);
	## The count of gaps passed a threshold.
	global tcp_multiple_gap: event(c: connection, is_orig: bool, threshold: count);
	global contents_file_write_failure: event(c: connection, is_orig: bool, msg: string);
}
