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

# Formats a flow: `1.2.3.0/24/80->*/*`, followed by hardware addresses if any are set.
function flow_text(f: Flow): string
	{
	local text = fmt("%s/%s->%s/%s", f?$src_h ? cat(f$src_h) : "*", f?$src_p ? fmt("%d", f$src_p) : "*",
	                 f?$dst_h ? cat(f$dst_h) : "*", f?$dst_p ? fmt("%d", f$dst_p) : "*");

	if ( f?$src_m || f?$dst_m )
		text += fmt(" (%s->%s)", f?$src_m ? f$src_m : "*", f?$dst_m ? f$dst_m : "*");

	return text;
	}

function entity_text(e: Entity): string
	{
	switch ( e$ty )
		{
		case ADDRESS:
			return cat(e$ip);
		case CONNECTION:
			return fmt("%s/%d<->%s/%d", e$conn$orig_h, e$conn$orig_p, e$conn$resp_h, e$conn$resp_p);
		case FLOW:
			return flow_text(e$flow);
		case MAC:
			return e$mac;
		}

	return "<unknown entity type>";
	}

# Formats changes of packets; `_` for fields that stay.
function change_text(m: FlowMod): string
	{
	local text = fmt("Src: %s/%s (%s) Dst: %s/%s (%s)",
	                 m?$src_h ? cat(m$src_h) : "_", m?$src_p ? cat(m$src_p) : "_", m?$src_m ? m$src_m : "_",
	                 m?$dst_h ? cat(m$dst_h) : "_", m?$dst_p ? cat(m$dst_p) : "_", m?$dst_m ? m$dst_m : "_");

	return m?$redirect_port ? fmt("%s -> %d", text, m$redirect_port) : text;
	}

function describe_rule(info: Info, r: Rule)
	{
	info$rule_id = r$id;
	info$action = cat(r$ty);
	info$target = r$target;
	info$priority = r$priority;
	info$entity_type = cat(r$entity$ty);
	info$entity = entity_text(r$entity);

	if ( r?$expire )
		info$expire = r$expire;

	if ( r?$location && r$location != "" )
		info$location = r$location;

	if ( r$ty == REDIRECT )
		info$mod = fmt("-> %d", r$out_port);

	if ( r$ty == MODIFY )
		info$mod = change_text(r$mod);
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

# Logs a step of a rule at a plugin.
function note_step(r: Rule, cmd: string, state: InfoState, p: PluginState, msg: string &default="")
	{
	local info = Info($ts=network_time(), $category=RULE, $cmd=cmd, $state=state, $plugin=p$plugin$name(p));

	if ( msg != "" )
		info$msg = msg;

	describe_rule(info, r);
	Log::write(LOG, info);
	}

# Logs the end or the failure of a rule.
function note_outcome(r: Rule, state: InfoState, msg: string)
	{
	local info = Info($ts=network_time(), $category=RULE, $state=state, $msg=msg);

	describe_rule(info, r);
	Log::write(LOG, info);
	}

function note_fault(r: Rule, msg: string, p: PluginState)
	{
	local info = Info($ts=network_time(), $category=ERROR, $msg=msg, $plugin=p$plugin$name(p));

	describe_rule(info, r);
	Log::write(LOG, info);
	}
