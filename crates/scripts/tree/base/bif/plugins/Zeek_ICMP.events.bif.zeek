# Declarations of the ICMP plugin: events.

module GLOBAL;

export {
	## An ICMP message without a specific event.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	global icmp_sent: event(c: connection, info: icmp_info);

	## An ICMP message without a specific event, with its payload.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## payload: The bytes after the header.
	global icmp_sent_payload: event(c: connection, info: icmp_info, payload: string);

	## An echo request: a ping.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## id: The identifier.
	##
	## seq: The number in the sequence.
	##
	## payload: The bytes after the header.
	global icmp_echo_request: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);

	## An echo reply: the answer to a ping.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## id: The identifier.
	##
	## seq: The number in the sequence.
	##
	## payload: The bytes after the header.
	global icmp_echo_reply: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);

	## An ICMPv6 error without a specific event.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The part of the original packet that the message contains.
	global icmp_error_message: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A packet could not be delivered.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The part of the original packet that the message contains.
	global icmp_unreachable: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A packet was too big for a link (ICMPv6).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The part of the original packet that the message contains.
	global icmp_packet_too_big: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## Time exceeded: a packet's hop limit or its reassembly time ran out; traceroute causes these.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The part of the original packet that the message contains.
	global icmp_time_exceeded: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A router or host could not process a header of a packet.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The part of the original packet that the message contains.
	global icmp_parameter_problem: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A router solicitation (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## options: The options of the message.
	global icmp_router_solicitation: event(c: connection, info: icmp_info, options: icmp6_nd_options);

	## A router advertisement (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## cur_hop_limit: The hop limit to use; 0 if unspecified.
	##
	## managed: True if addresses are available by DHCPv6.
	##
	## other: True if other settings are available by DHCPv6.
	##
	## home_agent: True if it is a home agent of Mobile IPv6.
	##
	## pref: The router's preference.
	##
	## proxy: True if it is a proxy of neighbor discovery.
	##
	## rsv: Two reserved bits.
	##
	## router_lifetime: How long it may be used as a default router; 0 secs if it must not.
	##
	## reachable_time: How long a neighbor counts as reachable.
	##
	## retrans_timer: The time between two solicitations.
	##
	## options: The options of the message.
	global icmp_router_advertisement: event(c: connection, info: icmp_info, cur_hop_limit: count, managed: bool, other: bool, home_agent: bool, pref: count, proxy: bool, rsv: count, router_lifetime: interval, reachable_time: interval, retrans_timer: interval, options: icmp6_nd_options);

	## A neighbor solicitation: a host looks for an address (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## tgt: The address.
	##
	## options: The options of the message.
	global icmp_neighbor_solicitation: event(c: connection, info: icmp_info, tgt: addr, options: icmp6_nd_options);

	## A neighbor advertisement: a host announces its address (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## router: True if it is a router.
	##
	## solicited: True if it answers a solicitation.
	##
	## override: True if cached entries should be replaced.
	##
	## tgt: The address.
	##
	## options: The options of the message.
	global icmp_neighbor_advertisement: event(c: connection, info: icmp_info, router: bool, solicited: bool, override: bool, tgt: addr, options: icmp6_nd_options);

	## A redirect: a router names a better next hop.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## tgt: The better next hop.
	##
	## dest: The destination that it applies to.
	##
	## options: The options of the message.
	global icmp_redirect: event(c: connection, info: icmp_info, tgt: addr, dest: addr, options: icmp6_nd_options);
}
