# What the StreamEvent part declares: events.

module GLOBAL;

export {
	global stream_deliver: event(c: connection, is_orig: bool, data: string);
	global stream_undelivered: event(c: connection, is_orig: bool, seq: count, len: count);
}
