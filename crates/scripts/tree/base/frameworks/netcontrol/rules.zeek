# The rules and the plugins that carry them out, where both are kept: in the only process, or at the manager of a cluster.

@load ./log-rules
@load ./main

module NetControl;

function take_plugin(p: PluginState, priority: int)
	{
	p$_priority = priority;
	p$_id = plugin_counter;
	plugin_ids[p$_id] = p;
	++plugin_counter;

	plugins += p;
	sort(plugins, function(a: PluginState, b: PluginState): int { return b$_priority - a$_priority; });

	if ( ! p$plugin?$init )
		{
		plugin_activated(p);
		return;
		}

	note_of(MESSAGE, fmt("activating plugin with priority %d", priority), p);
	p$plugin$init(p);
	}

function take_rule(r: Rule): string
	{
	if ( ! plugins_active )
		{
		note_outcome(r, FAILED, "plugins not initialized yet");
		return "";
		}

	++rule_counter;
	r$cid = rule_counter;

	if ( r$id == "" )
		r$id = cat(r$cid);

	if ( ! hook NetControl::rule_policy(r) )
		return "";

	if ( [r$entity, r$ty] in rule_entities )
		{
		note_outcome(r, FAILED, "discarded duplicate insertion");
		return "";
		}

	local taken = F;
	local priority: int = +0;

	for ( _, p in plugins )
		{
		# Plugins of lower priority are not asked once one accepted it.
		if ( taken && p$_priority != priority )
			break;

		if ( ! p$_activated || ! p$plugin$add_rule(p, r) )
			next;

		taken = T;
		priority = p$_priority;
		note_step(r, "ADD", REQUESTED, p);
		add r$_plugin_ids[p$_id];
		}

	if ( ! taken )
		{
		note_outcome(r, FAILED, "not supported");
		return "";
		}

	rules[r$id] = r;
	rule_entities[r$entity, r$ty] = r;
	index_rule(r);
	event NetControl::rule_new(r);
	return r$id;
	}

# Discards a rule that no plugin carries out any more.
function let_go(r: Rule)
	{
	if ( |r$_active_plugin_ids| == 0 )
		{
		discard(r);
		event NetControl::rule_destroyed(r);
		}
	}

# Asks a plugin to remove a rule. Returns false if it refuses.
function ask_plugin(r: Rule, p: PluginState, reason: string &default=""): bool
	{
	if ( p$plugin$remove_rule(p, r, reason) )
		{
		note_step(r, "REMOVE", REQUESTED, p, reason);
		return T;
		}

	note_fault(r, reason == "" ? "remove failed" : fmt("remove failed (original reason: %s)", reason), p);
	return F;
	}

function ask_removal(id: string, reason: string): bool
	{
	if ( id !in rules )
		{
		Reporter::error(fmt("Rule %s does not exist in NetControl::remove_rule", id));
		return F;
		}

	local done = T;

	for ( number in rules[id]$_active_plugin_ids )
		done = ask_plugin(rules[id], plugin_ids[number], reason);

	return done;
	}

function forget_rule(id: string, reason: string): bool
	{
	if ( id !in rules )
		{
		Reporter::error(fmt("Rule %s does not exist in NetControl::delete_rule", id));
		return F;
		}

	local forgotten = rules[id];
	clear_table(forgotten$_active_plugin_ids);
	note_outcome(forgotten, REMOVED, reason == "" ? "delete_rule" : cat("delete_rule: ", reason));
	let_go(forgotten);
	return T;
	}

# Answers. Plugins may pass copies of a rule: the stored rule of that id is the one to change.

# Whether a rule exists and belongs to a plugin. If not, that is logged.
function is_known(r: Rule, p: PluginState, missing: string, foreign: string): bool
	{
	if ( r$id !in rules )
		{
		note_fault(r, missing, p);
		return F;
		}

	if ( p$_id !in rules[r$id]$_plugin_ids )
		{
		note_fault(r, foreign, p);
		return F;
		}

	return T;
	}

function rule_holds(r: Rule, p: PluginState, exists: bool, msg: string)
	{
	if ( ! is_known(r, p, "Addition of unknown rule", "Rule added to non-responsible plugin") )
		return;

	local rule = rules[r$id];

	if ( exists )
		add rule$_no_expire_plugins[p$_id];

	note_step(r, "ADD", exists ? EXISTS : SUCCEEDED, p, msg);
	add rule$_active_plugin_ids[p$_id];
	rule$_added = |rule$_plugin_ids| == |rule$_active_plugin_ids|;
	hook NetControl::rule_added_policy(rule, p, exists, msg);
	}

function rule_is_gone(r: Rule, p: PluginState, msg: string)
	{
	if ( ! is_known(r, p, "Removal of non-existing rule", "Removed from non-assigned plugin") )
		return;

	local rule = rules[r$id];

	delete rule$_active_plugin_ids[p$_id];
	note_step(rule, "REMOVE", SUCCEEDED, p, msg);
	let_go(rule);
	}

function rule_timed_out(r: Rule, i: FlowInfo, p: PluginState)
	{
	if ( r$id !in rules )
		{
		note_fault(r, "Timeout of non-existing rule", p);
		return;
		}

	local rule = rules[r$id];
	local met: vector of string;

	if ( i?$packet_count )
		met += fmt("Packets: %d", i$packet_count);

	if ( i?$byte_count )
		met += fmt("Bytes: %d", i$byte_count);

	note_step(rule, "EXPIRE", TIMEOUT, p, join_string_vec(met, " "));

	# Timed out here: the plugin does not know it yet.
	if ( ! p$plugin$can_expire )
		{
		ask_plugin(rule, p);
		return;
		}

	if ( ! is_known(r, p, "", "Timeout from non-assigned plugin") )
		return;

	delete rule$_active_plugin_ids[p$_id];
	let_go(rule);
	}

function rule_failed(r: Rule, p: PluginState, msg: string)
	{
	if ( r$id !in rules )
		{
		note_fault(r, "Error of non-existing rule", p);
		return;
		}

	local rule = rules[r$id];
	note_fault(rule, msg, p);

	if ( ! is_known(r, p, "", "Error from non-assigned plugin") )
		return;

	local removing = p$_id in rule$_active_plugin_ids;

	delete rule$_plugin_ids[p$_id];
	delete rule$_active_plugin_ids[p$_id];

	# A rule that one plugin could not add stays with the others.
	if ( removing || |rule$_plugin_ids| == 0 )
		let_go(rule);
	}

# Handles a timeout that is watched here.
function end_of_time(r: Rule, p: PluginState)
	{
	if ( zeek_is_terminating() || r$id !in rules )
		return;

	local rule = rules[r$id];

	if ( p$_id !in rule$_no_expire_plugins )
		{
		event NetControl::rule_timeout(r, FlowInfo(), p);
		return;
		}

	# It was in place before it was added: it stays, but is no longer tracked.
	delete rule$_active_plugin_ids[p$_id];
	delete rule$_no_expire_plugins[p$_id];
	let_go(rule);
	}
