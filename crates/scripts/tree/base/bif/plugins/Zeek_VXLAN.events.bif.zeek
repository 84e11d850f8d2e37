# What the VXLAN part declares: events.

module GLOBAL;

export {
	global vxlan_packet: event(outer: connection, inner: pkt_hdr, vni: count);
}
