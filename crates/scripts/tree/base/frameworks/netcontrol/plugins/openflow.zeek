# A plugin whose rules OpenFlow switches carry out. A rule about an address or a hardware address takes two flows, one
# for each direction. Cookies of flows are the rule's number times two, so that each flow has its own.

@load ../main
@load ../plugin
@load base/frameworks/openflow

module NetControl;

export {
	## Which rules the plugin accepts, and how it translates them to flows.
	type OfConfig: record {
		## Accept rules about monitored traffic.
		monitor: bool &default=T;
		## Accept rules about forwarded traffic.
		forward: bool &default=T;
		## In seconds; see `OpenFlow::ofp_flow_mod`.
		idle_timeout: count &default=0;
		table_id: count &optional;
		## Added to each rule's priority.
		priority_offset: int &default=+0;

		## Decides whether a rule is accepted, in place of `monitor` and `forward`.
		check_pred: function(p: PluginState, r: Rule): bool &optional;

		## May change the match of the flows.
		match_pred: function(p: PluginState, e: Entity, m: vector of OpenFlow::ofp_match): vector of OpenFlow::ofp_match &optional;

		## May change the request to the switch.
		flow_mod_pred: function(p: PluginState, r: Rule, m: OpenFlow::ofp_flow_mod): OpenFlow::ofp_flow_mod &optional;
	};

	redef record PluginState += {
		of_controller: OpenFlow::Controller &optional;
		of_config: OfConfig &optional;
	};

	## A rule that was sent to the switch.
	type OfTable: record {
		p: PluginState;
		r: Rule;
		## How many of its flows were answered.
		c: count &default=0;
		packet_count: count &default=0;
		byte_count: count &default=0;
		duration_sec: double &default=0.0;
	};

	## How long to wait for an answer of the switch.
	const openflow_message_timeout = 20secs &redef;

	## How long to remember flows whose end the switch reports.
	const openflow_flow_timeout = 24hrs &redef;

	global create_openflow: function(controller: OpenFlow::Controller, config: OfConfig &default=[]): PluginState;
}

# Handles requests without an answer.
function openflow_unanswered(t: table[count, OpenFlow::ofp_flow_mod_command] of OfTable, idx: any): interval
	{
	local rule: count;
	local command: OpenFlow::ofp_flow_mod_command;
	[rule, command] = idx;

	local waiting = t[rule, command];
	event NetControl::rule_error(waiting$r, waiting$p, "Timeout during rule insertion/removal");
	return 0secs;
	}

# Unanswered requests, by the number of their rules.
global of_messages: table[count, OpenFlow::ofp_flow_mod_command] of OfTable
	&create_expire=openflow_message_timeout &expire_func=openflow_unanswered;

# Rules that are in place at switches that report their end.
global of_flows: table[count] of OfTable &create_expire=openflow_flow_timeout;

# Plugins by the name of their controller.
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

# Returns the number of the rule that a cookie belongs to.
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

# Returns the matches of the flows of a rule about `e`.
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

# Returns the actions of a rule.
function openflow_actions(r: Rule): OpenFlow::ofp_flow_action
	{
	local actions = OpenFlow::ofp_flow_action();

	switch ( r$ty )
		{
		case DROP:
			# Packets without an output port are dropped.
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

# Sends a request. Returns whether the controller accepted it.
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

	# Both flows have to be answered.
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
	local command = flow_mod$command;
	local number = openflow_rule_number(flow_mod$cookie);

	# One failed flow of two is enough.
	if ( [number, command] in of_messages )
		{
		local failed = of_messages[number, command];
		event NetControl::rule_error(failed$r, failed$p, msg);
		delete of_messages[number, command];
		}
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
	local state = p$of_controller$state;
	local twice = state$_name in of_instances;
	of_instances[state$_name] = p;

	if ( twice )
		Reporter::error(cat("OpenFlow instance ", state$_name, " added to NetControl twice."));

	if ( state$_activated )
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
