# The Ryu controller, by its REST interface (app/ofctl_rest.py;
# https://ryu.readthedocs.io/en/latest/app/ofctl_rest.html).

@load base/frameworks/openflow
@load base/utils/active-http

module OpenFlow;

export {
	redef enum Plugin += {
		RYU,
	};

	## Creates a controller for the switch `dpid` of the Ryu server at `host` and `host_port`.
	global ryu_new: function(host: addr, host_port: count, dpid: count): OpenFlow::Controller;

	redef record ControllerState += {
		ryu_host: addr &optional;
		ryu_port: count &optional;
		ryu_dpid: count &optional;
		## Print requests instead of sending them.
		ryu_debug: bool &default=F;
	};
}

# Requests as JSON. Ryu's names lack the underscore, which avoids keywords of this language.
type RyuAction: record {
	_type: string;
	_port: count &optional;
};

type RyuFlow: record {
	dpid: count;
	cookie: count &optional;
	cookie_mask: count &optional;
	table_id: count &optional;
	idle_timeout: count &optional;
	hard_timeout: count &optional;
	priority: count &optional;
	flags: count &optional;
	match: ofp_match;
	actions: vector of RyuAction;
	out_port: count &optional;
	out_group: count &optional;
};

const ryu_commands: table[ofp_flow_mod_command] of string = {
	[OFPFC_ADD] = "add",
	[OFPFC_DELETE] = "delete",
	[OFPFC_DELETE_STRICT] = "delete_strict",
	[OFPFC_MODIFY] = "modify",
	[OFPFC_MODIFY_STRICT] = "modify_strict",
};

function ryu_url(state: ControllerState, what: string): string
	{
	return fmt("http://%s:%d/stats/flowentry/%s", state$ryu_host, state$ryu_port, what);
	}

function ryu_flow(state: ControllerState, match: ofp_match, flow_mod: ofp_flow_mod): RyuFlow
	{
	local flow = RyuFlow($dpid=state$ryu_dpid, $cookie=flow_mod$cookie, $idle_timeout=flow_mod$idle_timeout,
	                     $hard_timeout=flow_mod$hard_timeout, $priority=flow_mod$priority, $flags=flow_mod$flags,
	                     $match=match, $actions=vector());

	for ( _, out in flow_mod$actions$out_ports )
		flow$actions += RyuAction($_type="OUTPUT", $_port=out);

	if ( flow_mod?$out_port )
		flow$out_port = flow_mod$out_port;

	if ( flow_mod?$out_group )
		flow$out_group = flow_mod$out_group;

	return flow;
	}

function ryu_flow_mod(state: ControllerState, match: ofp_match, flow_mod: ofp_flow_mod): bool
	{
	if ( state$_plugin != RYU )
		{
		Reporter::error("Ryu openflow plugin was called with state of non-ryu plugin");
		return F;
		}

	if ( flow_mod$command !in ryu_commands )
		{
		Reporter::warning(fmt("The given OpenFlow command type '%s' is not available", flow_mod$command));
		return F;
		}

	local url = ryu_url(state, ryu_commands[flow_mod$command]);
	local body = to_json(ryu_flow(state, match, flow_mod));

	if ( state$ryu_debug )
		{
		print url;
		print body;
		event OpenFlow::flow_mod_success(state$_name, match, flow_mod);
		return T;
		}

	local request = ActiveHTTP::Request($url=url, $method="POST", $client_data=body);

	when [state, match, flow_mod, request] ( local answer = ActiveHTTP::request(request) )
		{
		if ( answer$code == 200 )
			event OpenFlow::flow_mod_success(state$_name, match, flow_mod, answer$body);
		else
			{
			Reporter::warning(fmt("Flow modification failed with error: %s", answer$body));
			event OpenFlow::flow_mod_failure(state$_name, match, flow_mod, answer$body);
			}
		}

	return T;
	}

function ryu_flow_clear(state: ControllerState): bool
	{
	local url = ryu_url(state, fmt("clear/%d", state$ryu_dpid));

	if ( state$ryu_debug )
		{
		print url;
		return T;
		}

	local request = ActiveHTTP::Request($url=url, $method="DELETE");

	when [request] ( local answer = ActiveHTTP::request(request) )
		{
		if ( answer$code != 200 )
			Reporter::warning(fmt("Clearing flows failed with error: %s", answer$body));
		}

	return T;
	}

function ryu_describe(state: ControllerState): string
	{
	return fmt("Ryu-%d-http://%s:%d", state$ryu_dpid, state$ryu_host, state$ryu_port);
	}

function ryu_new(host: addr, host_port: count, dpid: count): OpenFlow::Controller
	{
	local state = ControllerState($ryu_dpid=dpid, $ryu_port=host_port, $ryu_host=host);
	local c = Controller($flow_clear=ryu_flow_clear, $flow_mod=ryu_flow_mod, $describe=ryu_describe,
	                     $supports_flow_removed=F, $state=state);

	return registered(RYU, cat(host, host_port, dpid), c);
	}
