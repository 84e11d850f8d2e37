# What the Geneve part declares: events.

module GLOBAL;

export {
	global geneve_packet: event(outer: connection, inner: pkt_hdr, vni: count);
}
