# Declarations of the VXLAN plugin: events.

module GLOBAL;

export {
	## A packet in a VXLAN tunnel (RFC 7348).
	##
	## outer: The connection of the tunnel.
	##
	## inner: The headers of the packet inside.
	##
	## vni: The virtual network.
	global vxlan_packet: event(outer: connection, inner: pkt_hdr, vni: count);
}
