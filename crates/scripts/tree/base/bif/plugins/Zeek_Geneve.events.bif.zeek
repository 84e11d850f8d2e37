# Declarations of the Geneve plugin: events.

module GLOBAL;

export {
	## A packet in a Geneve tunnel (RFC 8926).
	##
	## outer: The connection of the tunnel.
	##
	## inner: The headers of the packet inside.
	##
	## vni: The virtual network.
	global geneve_packet: event(outer: connection, inner: pkt_hdr, vni: count);
}
