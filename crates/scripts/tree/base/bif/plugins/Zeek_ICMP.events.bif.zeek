# What the ICMP part declares: events.

module GLOBAL;

export {
	## A message of ICMP that has no event of its own.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	global icmp_sent: event(c: connection, info: icmp_info);

	## A message of ICMP that has no event of its own, with its payload.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## payload: What follows the header.
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
	## payload: What follows the header.
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
	## payload: What follows the header.
	global icmp_echo_reply: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);

	## An error of ICMPv6 that has no event of its own.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The packet that the message is about, as far as it is in there.
	global icmp_error_message: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A packet could not be delivered.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The packet that the message is about, as far as it is in there.
	global icmp_unreachable: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A packet was too big for a link (ICMPv6).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The packet that the message is about, as far as it is in there.
	global icmp_packet_too_big: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A packet was on its way too long, or its fragments were: what traceroute provokes.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The packet that the message is about, as far as it is in there.
	global icmp_time_exceeded: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A header of a packet was not understood.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## code: The code of the message.
	##
	## context: The packet that the message is about, as far as it is in there.
	global icmp_parameter_problem: event(c: connection, info: icmp_info, code: count, context: icmp_context);

	## A host asks for routers (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## options: The options of the message.
	global icmp_router_solicitation: event(c: connection, info: icmp_info, options: icmp6_nd_options);

	## A router tells hosts about the link (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## cur_hop_limit: The hop limit to use; 0 for no advice.
	##
	## managed: True if addresses are to be got by DHCPv6.
	##
	## other: True if other settings are to be got by DHCPv6.
	##
	## home_agent: True if it is a home agent of Mobile IPv6.
	##
	## pref: The router's preference.
	##
	## proxy: True if it is a proxy of neighbor discovery.
	##
	## rsv: Two reserved bits.
	##
	## router_lifetime: How long it may be a default router; 0 secs for not at all.
	##
	## reachable_time: How long a neighbor counts as reachable.
	##
	## retrans_timer: The time between two solicitations.
	##
	## options: The options of the message.
	global icmp_router_advertisement: event(c: connection, info: icmp_info, cur_hop_limit: count, managed: bool, other: bool, home_agent: bool, pref: count, proxy: bool, rsv: count, router_lifetime: interval, reachable_time: interval, retrans_timer: interval, options: icmp6_nd_options);

	## A host asks who has an address (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## tgt: The address.
	##
	## options: The options of the message.
	global icmp_neighbor_solicitation: event(c: connection, info: icmp_info, tgt: addr, options: icmp6_nd_options);

	## A host tells that it has an address (RFC 4861).
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## router: True if it is a router.
	##
	## solicited: True if it was asked.
	##
	## override: True if what is known is to be replaced.
	##
	## tgt: The address.
	##
	## options: The options of the message.
	global icmp_neighbor_advertisement: event(c: connection, info: icmp_info, router: bool, solicited: bool, override: bool, tgt: addr, options: icmp6_nd_options);

	## A router tells about a better way.
	##
	## c: The connection.
	##
	## info: The header of the packet.
	##
	## tgt: The better next hop.
	##
	## dest: The destination it is for.
	##
	## options: The options of the message.
	global icmp_redirect: event(c: connection, info: icmp_info, tgt: addr, dest: addr, options: icmp6_nd_options);
}
