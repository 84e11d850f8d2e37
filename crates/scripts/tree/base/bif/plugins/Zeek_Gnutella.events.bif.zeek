# What the Gnutella part declares: events.

module GLOBAL;

export {
	global gnutella_text_msg: event(c: connection, orig: bool, headers: string);
	global gnutella_binary_msg: event(c: connection, orig: bool, msg_type: count, ttl: count, hops: count, msg_len: count, payload: string, payload_len: count, trunc: bool, complete: bool);
	global gnutella_partial_binary_msg: event(c: connection, orig: bool, msg: string, len: count);
	global gnutella_establish: event(c: connection);
	global gnutella_not_establish: event(c: connection);
	global gnutella_http_notify: event(c: connection);
}
