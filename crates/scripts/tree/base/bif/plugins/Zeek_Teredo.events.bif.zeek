# What the Teredo part declares: events.

module GLOBAL;

export {
	global teredo_packet: event(outer: connection, inner: teredo_hdr);
	global new_teredo_state: event(c: connection);
	global teredo_authentication: event(outer: connection, inner: teredo_hdr);
	global teredo_origin_indication: event(outer: connection, inner: teredo_hdr);
	global teredo_bubble: event(outer: connection, inner: teredo_hdr);
}
