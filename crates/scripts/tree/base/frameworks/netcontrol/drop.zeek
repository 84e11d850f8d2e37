# Drops addresses and connections, and logs it in netcontrol_drop.log.

@load ./main

module NetControl;

export {
	redef enum Log::ID += { DROP_LOG };

	global log_policy_drop: Log::PolicyHook;

	## Drops all traffic of an address for a time. Returns the rule's id, empty if no plugin does it.
	global drop_address: function(a: addr, t: interval, location: string &default=""): string;
	## Like `drop_address`, for a connection.
	global drop_connection: function(c: conn_id, t: interval, location: string &default=""): string;

	type DropInfo: record {
		## When the block was asked for.
		ts: time &log;
		## The rule's identifier.
		rule_id: string &log;
		## The blocked host, or the originator of a blocked connection.
		orig_h: addr &log;
		## The originator's port.
		orig_p: port &log &optional;
		## The responder of a blocked connection.
		resp_h: addr &log &optional;
		## The responder's port.
		resp_p: port &log &optional;
		## How long the block holds.
		expire: interval &log;
		## Where it was asked for, as the caller says.
		location: string &log &optional;
	};

	## Sees each rule before it is added and may change it. A `break` prevents the drop.
	global NetControl::drop_rule_policy: hook(r: Rule);

	global log_netcontrol_drop: event(rec: DropInfo);
}

event zeek_init() &priority=5
	{
	Log::create_stream(DROP_LOG, Log::Stream($columns=DropInfo, $ev=log_netcontrol_drop, $path="netcontrol_drop",
	                                         $policy=log_policy_drop));
	}

# Adds a rule, and logs `info` with the rule's id.
function drop_entity(e: Entity, info: DropInfo): string
	{
	local r = Rule($ty=DROP, $target=FORWARD, $entity=e, $expire=info$expire, $location=info$location);

	if ( ! hook NetControl::drop_rule_policy(r) )
		return "";

	info$rule_id = add_rule(r);

	if ( info$location == "" )
		delete info$location;

	if ( info$rule_id != "" )
		Log::write(DROP_LOG, info);

	return info$rule_id;
	}

function drop_connection(c: conn_id, t: interval, location: string): string
	{
	return drop_entity(Entity($ty=CONNECTION, $conn=c),
	                   DropInfo($ts=network_time(), $rule_id="", $orig_h=c$orig_h, $orig_p=c$orig_p, $resp_h=c$resp_h,
	                            $resp_p=c$resp_p, $expire=t, $location=location));
	}

function drop_address(a: addr, t: interval, location: string): string
	{
	return drop_entity(Entity($ty=ADDRESS, $ip=addr_to_subnet(a)),
	                   DropInfo($ts=network_time(), $rule_id="", $orig_h=a, $expire=t, $location=location));
	}
