# What the StreamEvent part declares: events.

module GLOBAL;

export {
	## The next bytes of a stream, where they are handed over as they come.
	global stream_deliver: event(c: connection, is_orig: bool, data: string);
	## Bytes of such a stream that nobody saw.
	global stream_undelivered: event(c: connection, is_orig: bool, seq: count, len: count);
}
