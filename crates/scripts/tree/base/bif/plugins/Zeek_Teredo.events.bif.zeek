# What the Teredo part declares: events.

module GLOBAL;

export {
	## A packet in a Teredo tunnel.
	global teredo_packet: event(outer: connection, inner: teredo_hdr);
	## A Teredo tunnel was confirmed (RFC 4380).
	global new_teredo_state: event(c: connection);
	## One with authentication.
	global teredo_authentication: event(outer: connection, inner: teredo_hdr);
	## One that says where it came from.
	global teredo_origin_indication: event(outer: connection, inner: teredo_hdr);
	## One without payload, which keeps mappings alive.
	global teredo_bubble: event(outer: connection, inner: teredo_hdr);
}
