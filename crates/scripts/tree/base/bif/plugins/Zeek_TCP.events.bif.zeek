# Declarations of the TCP plugin: events.

module GLOBAL;

export {
	## The first packet with payload of a TCP connection.
	##
	## c: The connection.
	global new_connection_contents: event(c: connection);

	## A SYN was not answered within tcp_attempt_delay.
	##
	## c: The connection.
	global connection_attempt: event(c: connection);

	## A SYN was answered: a TCP connection is open.
	##
	## c: The connection.
	global connection_established: event(c: connection);

	## A TCP connection that already existed when its first packet was seen.
	##
	## c: The connection.
	global partial_connection: event(c: connection);

	## A side of a TCP connection has closed and the other has been silent for tcp_partial_close_delay.
	##
	## c: The connection.
	global connection_partial_close: event(c: connection);

	## Both sides of a TCP connection have closed.
	##
	## c: The connection.
	global connection_finished: event(c: connection);

	## A side of a TCP connection has closed, and no packets of the other side were seen.
	##
	## c: The connection.
	global connection_half_finished: event(c: connection);

	## A SYN was answered by a RST.
	##
	## c: The connection.
	global connection_rejected: event(c: connection);

	## An open TCP connection ended by a RST.
	##
	## c: The connection.
	global connection_reset: event(c: connection);

	## A TCP connection still exists when the run ends.
	##
	## c: The connection.
	global connection_pending: event(c: connection);

	## A SYN.
	##
	## c: The connection.
	##
	## pkt: Its fields, for fingerprinting.
	global connection_SYN_packet: event(c: connection, pkt: SYN_packet);

	## The ACK that completes the handshake of TCP.
	##
	## c: The connection.
	global connection_first_ACK: event(c: connection);

	## A side's TCP stream has ended and was delivered to its end.
	##
	## c: The connection.
	##
	## is_orig: True for the originator's stream.
	global connection_EOF: event(c: connection, is_orig: bool);

	## A TCP segment. Handlers run for every segment.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## flags: Its flags as letters.
	##
	## seq: Its relative sequence number.
	##
	## ack: Its relative acknowledgment.
	##
	## len: The bytes of its payload.
	##
	## payload: The payload as far as it was captured.
	global tcp_packet: event(c: connection, is_orig: bool, flags: string, seq: count, ack: count, len: count, payload: string);

	## An option of a TCP segment. Handlers run very often.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## opt: Its number.
	##
	## optlen: Its bytes.
	global tcp_option: event(c: connection, is_orig: bool, opt: count, optlen: count);

	## All options of a TCP segment. Handlers run very often.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## options: The options.
	global tcp_options: event(c: connection, is_orig: bool, options: TCP::OptionList);

	## Bytes of a TCP stream in order, for ports in tcp_content_delivery_ports_orig and similar options.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## seq: The relative sequence number of the first.
	##
	## contents: The bytes.
	global tcp_contents: event(c: connection, is_orig: bool, seq: count, contents: string);

	## A retransmitted TCP segment.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## seq: Its relative sequence number.
	##
	## len: The bytes of its payload.
	##
	## data_in_flight: Bytes that were sent and not acknowledged.
	##
	## window: The window of the receiver.
	global tcp_rexmit: event(c: connection, is_orig: bool, seq: count, len: count, data_in_flight: count, window: count);

	## The number of a side's segments with wrong checksums has reached a threshold.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## threshold: The threshold.
	global tcp_multiple_checksum_errors: event(c: connection, is_orig: bool, threshold: count);

	## The number of times that a side closed its window has reached a threshold.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## threshold: The threshold.
	global tcp_multiple_zero_windows: event(c: connection, is_orig: bool, threshold: count);

	## The number of a side's retransmissions has reached a threshold.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## threshold: The threshold.
	global tcp_multiple_retransmissions: event(c: connection, is_orig: bool, threshold: count);

	## The number of gaps in a side's stream has reached a threshold.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## threshold: The threshold.
	global tcp_multiple_gap: event(c: connection, is_orig: bool, threshold: count);

	## The contents of a connection could not be written to the file of set_contents_file.
	##
	## c: The connection.
	##
	## is_orig: The side: true for the originator.
	##
	## msg: The reason.
	global contents_file_write_failure: event(c: connection, is_orig: bool, msg: string);
}
