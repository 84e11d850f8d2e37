# Declarations of the StreamEvent plugin: events.

module GLOBAL;

export {
	## Bytes of a TCP stream in order, for connections with the analyzer STREAM_EVENT.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data: The bytes.
	global stream_deliver: event(c: connection, is_orig: bool, data: string);

	## Missing bytes of a TCP stream, for connections with the analyzer STREAM_EVENT.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## seq: The relative sequence number of the first.
	##
	## len: How many.
	global stream_undelivered: event(c: connection, is_orig: bool, seq: count, len: count);
}
