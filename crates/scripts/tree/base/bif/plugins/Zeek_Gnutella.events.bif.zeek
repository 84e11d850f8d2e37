# Declarations of the Gnutella plugin: events.

module GLOBAL;

export {
	## A line of the handshake of Gnutella.
	##
	## c: The connection.
	##
	## orig: True if the originator sent it.
	##
	## headers: The line.
	global gnutella_text_msg: event(c: connection, orig: bool, headers: string);

	## A message of Gnutella.
	##
	## c: The connection.
	##
	## orig: True if the originator sent it.
	##
	## msg_type: Its kind.
	##
	## ttl: The remaining hops.
	##
	## hops: The hops so far.
	##
	## msg_len: The length field.
	##
	## payload: The part of its content that was kept.
	##
	## payload_len: The bytes of the payload.
	##
	## trunc: True if the content was truncated.
	##
	## complete: True if the message ended.
	global gnutella_binary_msg: event(c: connection, orig: bool, msg_type: count, ttl: count, hops: count, msg_len: count, payload: string, payload_len: count, trunc: bool, complete: bool);

	## A connection ended within a message of Gnutella.
	##
	## c: The connection.
	##
	## orig: True if the originator sent it.
	##
	## msg: The part of the message that was seen.
	##
	## len: How many bytes.
	global gnutella_partial_binary_msg: event(c: connection, orig: bool, msg: string, len: count);

	## Both sides of a Gnutella handshake agreed.
	##
	## c: The connection.
	global gnutella_establish: event(c: connection);

	## A connection ended before its Gnutella handshake did.
	##
	## c: The connection.
	global gnutella_not_establish: event(c: connection);

	## A Gnutella connection was found to be HTTP.
	##
	## c: The connection.
	global gnutella_http_notify: event(c: connection);
}
