# What the VXLAN part declares: events.

module GLOBAL;

export {
	## A packet in a VXLAN tunnel (RFC 7348).
	global vxlan_packet: event(outer: connection, inner: pkt_hdr, vni: count);
}
