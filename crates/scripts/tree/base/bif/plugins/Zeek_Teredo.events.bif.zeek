# Declarations of the Teredo plugin: events.

module GLOBAL;

export {
	## A packet in a Teredo tunnel (RFC 4380).
	##
	## outer: The connection of the tunnel.
	##
	## inner: The headers of the packet inside.
	global teredo_packet: event(outer: connection, inner: teredo_hdr);

	## A connection was found to carry Teredo.
	##
	## c: The connection.
	global new_teredo_state: event(c: connection);

	## A Teredo packet with authentication.
	##
	## outer: The connection of the tunnel.
	##
	## inner: The headers of the packet inside.
	global teredo_authentication: event(outer: connection, inner: teredo_hdr);

	## A Teredo packet that tells a client its outer address.
	##
	## outer: The connection of the tunnel.
	##
	## inner: The headers of the packet inside.
	global teredo_origin_indication: event(outer: connection, inner: teredo_hdr);

	## A Teredo packet without payload, which keeps a mapping open.
	##
	## outer: The connection of the tunnel.
	##
	## inner: The headers of the packet inside.
	global teredo_bubble: event(outer: connection, inner: teredo_hdr);
}
