# Shunts flows: they are no longer monitored.

@load ./main

module NetControl;

export {
	redef enum Log::ID += { SHUNT };

	global log_policy_shunt: Log::PolicyHook;

	## Stops monitoring a flow for a time. Returns the rule's id, empty if no plugin does it.
	global shunt_flow: function(f: flow_id, t: interval, location: string &default=""): string;

	type ShuntInfo: record {
		## When it was asked for.
		ts: time &log;
		## The rule's identifier.
		rule_id: string &log;
		## The flow whose packets are no longer monitored.
		f: flow_id &log;
		## For how long.
		expire: interval &log;
		## Where it was asked for, as the caller says.
		location: string &log &optional;
	};

	global log_netcontrol_shunt: event(rec: ShuntInfo);
}

event zeek_init() &priority=5
	{
	Log::create_stream(SHUNT, Log::Stream($columns=ShuntInfo, $ev=log_netcontrol_shunt, $path="netcontrol_shunt",
	                                      $policy=log_policy_shunt));
	}

function shunt_flow(f: flow_id, t: interval, location: string): string
	{
	local id = add_rule(Rule($ty=DROP, $target=MONITOR, $entity=flow_entity(f), $expire=t, $location=location));

	if ( id == "" )
		return id;

	local info = ShuntInfo($ts=network_time(), $rule_id=id, $f=f, $expire=t);

	if ( location != "" )
		info$location = location;

	Log::write(SHUNT, info);
	return id;
	}
