# What the Gnutella part declares: events.

module GLOBAL;

export {
	## The headers of a side.
	global gnutella_text_msg: event(c: connection, orig: bool, headers: string);
	## A message.
	global gnutella_binary_msg: event(c: connection, orig: bool, msg_type: count, ttl: count, hops: count, msg_len: count, payload: string, payload_len: count, trunc: bool, complete: bool);
	## A message that the connection cut.
	global gnutella_partial_binary_msg: event(c: connection, orig: bool, msg: string, len: count);
	## Both sides agreed.
	global gnutella_establish: event(c: connection);
	## They did not.
	global gnutella_not_establish: event(c: connection);
	## It is HTTP.
	global gnutella_http_notify: event(c: connection);
}
