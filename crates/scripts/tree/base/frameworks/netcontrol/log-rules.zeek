# The lines of netcontrol.log about rules, which the process writes that keeps them.

@load ./log

module NetControl;

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
