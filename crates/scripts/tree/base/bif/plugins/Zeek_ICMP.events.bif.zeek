# What the ICMP part declares: events.

module GLOBAL;

export {
	## A message that no other event shows.
	global icmp_sent: event(c: connection, info: icmp_info);
	## The same with its payload.
	global icmp_sent_payload: event(c: connection, info: icmp_info, payload: string);
	## An echo request.
	global icmp_echo_request: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);
	## An echo reply.
	global icmp_echo_reply: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);
	## An ICMPv6 error that no other event shows.
	global icmp_error_message: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	## Destination unreachable.
	global icmp_unreachable: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	## Packet too big.
	global icmp_packet_too_big: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	## Time exceeded.
	global icmp_time_exceeded: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	## Parameter problem.
	global icmp_parameter_problem: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	## Router solicitation.
	global icmp_router_solicitation: event(c: connection, info: icmp_info, options: icmp6_nd_options);
	## Router advertisement.
	global icmp_router_advertisement: event(c: connection, info: icmp_info, cur_hop_limit: count, managed: bool, other: bool, home_agent: bool, pref: count, proxy: bool, rsv: count, router_lifetime: interval, reachable_time: interval, retrans_timer: interval, options: icmp6_nd_options);
	## Neighbour solicitation.
	global icmp_neighbor_solicitation: event(c: connection, info: icmp_info, tgt: addr, options: icmp6_nd_options);
	## Neighbour advertisement.
	global icmp_neighbor_advertisement: event(c: connection, info: icmp_info, router: bool, solicited: bool, override: bool, tgt: addr, options: icmp6_nd_options);
	## Redirect.
	global icmp_redirect: event(c: connection, info: icmp_info, tgt: addr, dest: addr, options: icmp6_nd_options);
}
