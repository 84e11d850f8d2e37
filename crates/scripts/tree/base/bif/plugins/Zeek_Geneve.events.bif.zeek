# What the Geneve part declares: events.

module GLOBAL;

export {
	## A packet in a Geneve tunnel (RFC 8926).
	global geneve_packet: event(outer: connection, inner: pkt_hdr, vni: count);
}
