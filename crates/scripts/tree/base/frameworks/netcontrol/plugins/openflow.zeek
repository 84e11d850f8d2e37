# Rules that OpenFlow switches carry out.
#
# A rule about an address or hardware address takes two flows, one a direction. Cookies of flows are made of the rule's
# number, doubled to have one for each.

@load ../main
@load ../plugin
@load base/frameworks/openflow

module NetControl;

export {
	## Which rules are taken, and how they are made into flows.
	type OfConfig: record {
		## Rules for what is monitored.
		monitor: bool &default=T;
		## Rules for what is forwarded.
		forward: bool &default=T;
		## Seconds, see `OpenFlow::ofp_flow_mod`.
		idle_timeout: count &default=0;
		table_id: count &optional;
		## Added to each rule's priority.
		priority_offset: int &default=+0;

		## Whether a rule is taken; asked in place of `monitor` and `forward`.
		check_pred: function(p: PluginState, r: Rule): bool &optional;

		## May change which packets flows meet.
		match_pred: function(p: PluginState, e: Entity, m: vector of OpenFlow::ofp_match): vector of OpenFlow::ofp_match &optional;

		## May change what the switch is asked for.
		flow_mod_pred: function(p: PluginState, r: Rule, m: OpenFlow::ofp_flow_mod): OpenFlow::ofp_flow_mod &optional;
	};

	redef record PluginState += {
		of_controller: OpenFlow::Controller &optional;
		of_config: OfConfig &optional;
	};

	## A rule on its way to the switch, or there.
	type OfTable: record {
		p: PluginState;
		r: Rule;
		## How many of its flows were answered for.
		c: count &default=0;
		packet_count: count &default=0;
		byte_count: count &default=0;
		duration_sec: double &default=0.0;
	};

	## How long the switch has for an answer.
	const openflow_message_timeout = 20secs &redef;

	## How long flows are remembered of which the switch tells the end.
	const openflow_flow_timeout = 24hrs &redef;

	global create_openflow: function(controller: OpenFlow::Controller, config: OfConfig &default=[]): PluginState;
}

# Nobody has answered.
function openflow_unanswered(t: table[count, OpenFlow::ofp_flow_mod_command] of OfTable, idx: any): interval
	{
	local rule: count;
	local command: OpenFlow::ofp_flow_mod_command;
	[rule, command] = idx;

	local waiting = t[rule, command];
	event NetControl::rule_error(waiting$r, waiting$p, "Timeout during rule insertion/removal");
	return 0secs;
	}

# What the switch was asked, by the numbers of rules.
global of_messages: table[count, OpenFlow::ofp_flow_mod_command] of OfTable
	&create_expire=openflow_message_timeout &expire_func=openflow_unanswered;

# Rules that the switch carries out, and whose end it tells.
global of_flows: table[count] of OfTable &create_expire=openflow_flow_timeout;

# Plugins by the names of their controllers.
global of_instances: table[string] of PluginState;

function openflow_name(p: PluginState): string
	{
	return "Openflow-" + p$of_controller$describe(p$of_controller$state);
	}

function openflow_takes(p: PluginState, r: Rule): bool
	{
	local config = p$of_config;

	if ( config?$check_pred )
		return config$check_pred(p, r);

	return r$target == MONITOR ? config$monitor : config$forward;
	}

# Whether a rule takes two flows.
function openflow_both_ways(r: Rule): bool
	{
	return r$entity$ty == ADDRESS || r$entity$ty == MAC;
	}

# The number of the rule that a cookie was made of.
function openflow_rule_number(cookie: count): count
	{
	return OpenFlow::get_cookie_uid(cookie) / 2;
	}

function openflow_match_flow(f: Flow): OpenFlow::ofp_match
	{
	local m = OpenFlow::ofp_match();

	if ( f?$src_m )
		m$dl_src = f$src_m;

	if ( f?$dst_m )
		m$dl_dst = f$dst_m;

	if ( f?$src_h )
		{
		m$dl_type = OpenFlow::ether_type(is_v6_subnet(f$src_h));
		m$nw_src = f$src_h;
		}

	if ( f?$dst_h )
		{
		m$dl_type = OpenFlow::ether_type(is_v6_subnet(f$dst_h));
		m$nw_dst = f$dst_h;
		}

	if ( f?$src_p )
		{
		m$nw_proto = OpenFlow::ip_protocol(f$src_p);
		m$tp_src = port_to_count(f$src_p);
		}

	if ( f?$dst_p )
		{
		m$nw_proto = OpenFlow::ip_protocol(f$dst_p);
		m$tp_dst = port_to_count(f$dst_p);
		}

	return m;
	}

# Which packets flows of a rule about `e` meet.
function openflow_matches(p: PluginState, e: Entity): vector of OpenFlow::ofp_match
	{
	local v: vector of OpenFlow::ofp_match = vector();

	switch ( e$ty )
		{
		case CONNECTION:
			v += OpenFlow::match_conn(e$conn);
			v += OpenFlow::match_conn(e$conn, T);
			break;
		case FLOW:
			v += openflow_match_flow(e$flow);
			break;
		case ADDRESS:
			local ether = OpenFlow::ether_type(is_v6_subnet(e$ip));
			v += OpenFlow::ofp_match($dl_type=ether, $nw_src=e$ip);
			v += OpenFlow::ofp_match($dl_type=ether, $nw_dst=e$ip);
			break;
		case MAC:
			v += OpenFlow::ofp_match($dl_src=e$mac);
			v += OpenFlow::ofp_match($dl_dst=e$mac);
			break;
		default:
			Reporter::error(fmt("Entity type %s not supported for openflow yet", e$ty));
			break;
		}

	return p$of_config?$match_pred ? p$of_config$match_pred(p, e, v) : v;
	}

# What is done with packets that a rule is about.
function openflow_actions(r: Rule): OpenFlow::ofp_flow_action
	{
	local actions = OpenFlow::ofp_flow_action();

	switch ( r$ty )
		{
		case DROP:
			# They go to no port.
			break;
		case WHITELIST:
			actions$out_ports = vector(OpenFlow::OFPP_NORMAL);
			break;
		case REDIRECT:
			actions$out_ports = vector(r$out_port);
			break;
		case MODIFY:
			local m = r$mod;
			actions$out_ports = vector(m?$redirect_port ? m$redirect_port : OpenFlow::OFPP_NORMAL);

			if ( m?$src_h )
				actions$nw_src = m$src_h;
			if ( m?$dst_h )
				actions$nw_dst = m$dst_h;
			if ( m?$src_m )
				actions$dl_src = m$src_m;
			if ( m?$dst_m )
				actions$dl_dst = m$dst_m;
			if ( m?$src_p )
				actions$tp_src = m$src_p;
			if ( m?$dst_p )
				actions$tp_dst = m$dst_p;
			break;
		default:
			Reporter::error(fmt("Rule type %s not supported for openflow yet", r$ty));
			break;
		}

	return actions;
	}

function openflow_addition(p: PluginState, r: Rule): OpenFlow::ofp_flow_mod
	{
	local config = p$of_config;
	local asked = OpenFlow::ofp_flow_mod(
		$cookie=OpenFlow::generate_cookie(r$cid * 2),
		$command=OpenFlow::OFPFC_ADD,
		$idle_timeout=config$idle_timeout,
		$priority=int_to_count(r$priority + config$priority_offset),
		$flags=OpenFlow::OFPFF_SEND_FLOW_REM,
		$actions=openflow_actions(r));

	if ( r?$expire )
		asked$hard_timeout = double_to_count(interval_to_double(r$expire));

	if ( config?$table_id )
		asked$table_id = config$table_id;

	return config?$flow_mod_pred ? config$flow_mod_pred(p, r, asked) : asked;
	}

# Whether the controller passes it on.
function openflow_ask(p: PluginState, r: Rule, match: OpenFlow::ofp_match, asked: OpenFlow::ofp_flow_mod): bool
	{
	if ( OpenFlow::flow_mod(p$of_controller, match, asked) )
		{
		of_messages[r$cid, asked$command] = OfTable($p=p, $r=r);
		return T;
		}

	event NetControl::rule_error(r, p, "Error while executing OpenFlow::flow_mod");
	return F;
	}

function openflow_add_rule(p: PluginState, r: Rule): bool
	{
	if ( ! openflow_takes(p, r) )
		return F;

	local asked = openflow_addition(p, r);

	for ( _, match in openflow_matches(p, r$entity) )
		{
		if ( ! openflow_ask(p, r, match, asked) )
			next;

		asked = copy(asked);
		++asked$cookie;
		}

	return T;
	}

function openflow_remove_rule(p: PluginState, r: Rule, reason: string): bool
	{
	if ( ! openflow_takes(p, r) )
		return F;

	local any_packet = OpenFlow::ofp_match();
	local asked = OpenFlow::ofp_flow_mod($cookie=OpenFlow::generate_cookie(r$cid * 2), $command=OpenFlow::OFPFC_DELETE);

	if ( ! openflow_ask(p, r, any_packet, asked) )
		return F;

	if ( openflow_both_ways(r) )
		{
		local other = copy(asked);
		++other$cookie;
		OpenFlow::flow_mod(p$of_controller, any_packet, other);
		}

	return T;
	}

event OpenFlow::flow_mod_success(name: string, match: OpenFlow::ofp_match, flow_mod: OpenFlow::ofp_flow_mod,
                                 msg: string) &priority=3
	{
	local number = openflow_rule_number(flow_mod$cookie);
	local command = flow_mod$command;

	if ( [number, command] !in of_messages )
		return;

	local sent = of_messages[number, command];

	# Both flows have to be answered for.
	if ( openflow_both_ways(sent$r) && ++sent$c < 2 )
		return;

	delete of_messages[number, command];

	if ( sent$p$of_controller$supports_flow_removed )
		of_flows[number] = OfTable($p=sent$p, $r=sent$r);

	if ( command == OpenFlow::OFPFC_ADD )
		event NetControl::rule_added(sent$r, sent$p, msg);
	else if ( command == OpenFlow::OFPFC_DELETE || command == OpenFlow::OFPFC_DELETE_STRICT )
		event NetControl::rule_removed(sent$r, sent$p, msg);
	}

event OpenFlow::flow_mod_failure(name: string, match: OpenFlow::ofp_match, flow_mod: OpenFlow::ofp_flow_mod,
                                 msg: string) &priority=3
	{
	local number = openflow_rule_number(flow_mod$cookie);

	if ( [number, flow_mod$command] !in of_messages )
		return;

	local sent = of_messages[number, flow_mod$command];
	delete of_messages[number, flow_mod$command];
	event NetControl::rule_error(sent$r, sent$p, msg);
	}

event OpenFlow::flow_removed(name: string, match: OpenFlow::ofp_match, cookie: count, priority: count, reason: count,
                             duration_sec: count, idle_timeout: count, packet_count: count, byte_count: count)
	{
	local number = openflow_rule_number(cookie);

	if ( number !in of_flows )
		return;

	local rule = of_flows[number];
	local flows = openflow_both_ways(rule$r) ? 2 : 1;

	rule$packet_count += packet_count;
	rule$byte_count += byte_count;
	rule$duration_sec += duration_sec;

	if ( ++rule$c < flows )
		return;

	local met = FlowInfo($duration=double_to_interval(rule$duration_sec / flows), $packet_count=rule$packet_count,
	                     $byte_count=rule$byte_count);
	event NetControl::rule_timeout(rule$r, met, rule$p);
	}

function openflow_init(p: PluginState)
	{
	local name = p$of_controller$state$_name;

	if ( name in of_instances )
		Reporter::error(fmt("OpenFlow instance %s added to NetControl twice.", name));

	of_instances[name] = p;

	if ( p$of_controller$state$_activated )
		plugin_activated(p);
	}

event OpenFlow::controller_activated(name: string, controller: OpenFlow::Controller)
	{
	if ( name in of_instances )
		plugin_activated(of_instances[name]);
	}

function create_openflow(controller: OpenFlow::Controller, config: OfConfig): PluginState
	{
	return PluginState(
		$plugin=Plugin($name=openflow_name, $can_expire=T, $init=openflow_init, $add_rule=openflow_add_rule,
		               $remove_rule=openflow_remove_rule),
		$of_controller=controller,
		$of_config=config);
	}
