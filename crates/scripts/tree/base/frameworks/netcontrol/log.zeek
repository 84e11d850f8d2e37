# netcontrol.log: requests and their outcomes.

@load ./types
@load ./plugin

module NetControl;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	type InfoCategory: enum {
		MESSAGE,
		ERROR,
		RULE
	};

	type InfoState: enum {
		## A plugin was requested to act.
		REQUESTED,
		## The plugin has done it.
		SUCCEEDED,
		## The rule existed already.
		EXISTS,
		## No plugin has done it.
		FAILED,
		## The rule was removed.
		REMOVED,
		## The rule timed out.
		TIMEOUT,
	};

	type Info: record {
		## When it happened.
		ts: time &log;
		## The rule's identifier.
		rule_id: string &log &optional;
		## What the row is about: a rule, a message or an error.
		category: InfoCategory &log &optional;
		## What was done, such as `ADD`, `REMOVE` or `EXPIRE`.
		cmd: string &log &optional;
		## How far it is: asked for, done, failed.
		state: InfoState &log &optional;
		## What the rule does, such as `NetControl::DROP`.
		action: string &log &optional;
		## Where the rule works: when forwarding or when monitoring.
		target: TargetType &log &optional;
		## What the rule applies to, such as an address or a flow.
		entity_type: string &log &optional;
		## The address, flow or subnet itself.
		entity: string &log &optional;
		## What the rule changes in packets, if it modifies them.
		mod: string &log &optional;
		## More in words.
		msg: string &log &optional;
		## The rule's priority; higher ones win.
		priority: int &log &optional;
		## How long the rule holds.
		expire: interval &log &optional;
		## Where the rule was made, as its maker says.
		location: string &log &optional;
		## The plugin that carries it out.
		plugin: string &log &optional;
	};

	global log_netcontrol: event(rec: Info);
}

event zeek_init() &priority=5
	{
	Log::create_stream(LOG, Log::Stream($columns=Info, $ev=log_netcontrol, $path="netcontrol", $policy=log_policy));
	}

# Logs a message about no plugin in particular.
function note(msg: string)
	{
	Log::write(LOG, Info($ts=network_time(), $category=MESSAGE, $msg=msg));
	}

function note_of(category: InfoCategory, msg: string, p: PluginState)
	{
	Log::write(LOG, Info($ts=network_time(), $category=category, $msg=msg, $plugin=p$plugin$name(p)));
	}
