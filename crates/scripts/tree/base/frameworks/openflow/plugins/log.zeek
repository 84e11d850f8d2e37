# A controller that writes requests to openflow.log.

@load base/frameworks/openflow
@load base/frameworks/logging

module OpenFlow;

export {
	redef enum Plugin += {
		OFLOG,
	};

	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Creates a controller for the switch `dpid`. With `success_event` each logged request counts as done.
	global log_new: function(dpid: count, success_event: bool &default=T): OpenFlow::Controller;

	redef record ControllerState += {
		log_dpid: count &optional;
		log_success_event: bool &optional;
	};

	## A row of openflow.log.
	type Info: record {
		## When the rule was sent.
		ts: time &log;
		## The switch.
		dpid: count &log;
		## The packets that the rule matches.
		match: ofp_match &log;
		## What the switch does with them.
		flow_mod: ofp_flow_mod &log;
	};

	## Raised for each row.
	global log_openflow: event(rec: Info);
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_openflow, $path="openflow", $policy=log_policy));
	}

function log_describe(state: ControllerState): string
	{
	return fmt("Log-%d", state$log_dpid);
	}

function log_flow_mod(state: ControllerState, match: ofp_match, flow_mod: ofp_flow_mod): bool
	{
	if ( state$log_success_event )
		event OpenFlow::flow_mod_success(state$_name, match, flow_mod);

	Log::write(LOG, Info($flow_mod=flow_mod, $match=match, $dpid=state$log_dpid, $ts=network_time()));
	return T;
	}

function log_new(dpid: count, success_event: bool): OpenFlow::Controller
	{
	local state = ControllerState($log_success_event=success_event, $log_dpid=dpid);

	return registered(OFLOG, cat(dpid), Controller($flow_mod=log_flow_mod, $describe=log_describe,
	                                               $supports_flow_removed=F, $state=state));
	}
