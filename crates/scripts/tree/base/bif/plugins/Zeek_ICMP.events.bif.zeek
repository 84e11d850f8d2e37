# What the ICMP part declares: events.

module GLOBAL;

export {
	global icmp_sent: event(c: connection, info: icmp_info);
	global icmp_sent_payload: event(c: connection, info: icmp_info, payload: string);
	global icmp_echo_request: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);
	global icmp_echo_reply: event(c: connection, info: icmp_info, id: count, seq: count, payload: string);
	global icmp_error_message: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	global icmp_unreachable: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	global icmp_packet_too_big: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	global icmp_time_exceeded: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	global icmp_parameter_problem: event(c: connection, info: icmp_info, code: count, context: icmp_context);
	global icmp_router_solicitation: event(c: connection, info: icmp_info, options: icmp6_nd_options);
	global icmp_router_advertisement: event(c: connection, info: icmp_info, cur_hop_limit: count, managed: bool, other: bool, home_agent: bool, pref: count, proxy: bool, rsv: count, router_lifetime: interval, reachable_time: interval, retrans_timer: interval, options: icmp6_nd_options);
	global icmp_neighbor_solicitation: event(c: connection, info: icmp_info, tgt: addr, options: icmp6_nd_options);
	global icmp_neighbor_advertisement: event(c: connection, info: icmp_info, router: bool, solicited: bool, override: bool, tgt: addr, options: icmp6_nd_options);
	global icmp_redirect: event(c: connection, info: icmp_info, tgt: addr, dest: addr, options: icmp6_nd_options);
}
