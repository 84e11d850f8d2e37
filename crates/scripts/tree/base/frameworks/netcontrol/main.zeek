# The network control framework: plugins carry out rules about traffic on switches, firewalls or in this process. A
# rule is offered to the plugins in order of priority. All plugins of the first priority at which one accepts it are
# asked; they answer by events. A rule exists until every plugin that carried it out has removed it.

@load ./log
@load ./plugin
@load ./types

module NetControl;

export {
	## Activates a plugin. Plugins with greater priority are asked first. Call it in `NetControl::init`.
	global activate: function(p: PluginState, priority: int);

	## Raised when plugins are to be activated.
	global NetControl::init: event();
	## Raised when all plugins are ready and rules can be added.
	global NetControl::init_done: event();

	## Lets all traffic of an address or a subnet pass, for a time. Returns the rule's id, empty if no plugin does it.
	global whitelist_address: function(a: addr, t: interval, location: string &default=""): string;
	global whitelist_subnet: function(s: subnet, t: interval, location: string &default=""): string;

	## Redirects a flow to another port.
	global redirect_flow: function(f: flow_id, out_port: count, t: interval, location: string &default=""): string;

	## Isolates an infected host: it can only resolve names, which `quarantine` answers, and reach port 80 of
	## `quarantine`. Returns the ids of the rules.
	global quarantine_host: function(infected: addr, dns: addr, quarantine: addr, t: interval,
	                                 location: string &default=""): vector of string;

	## Removes all rules.
	global clear: function();

	## Adds a rule. Returns its id, empty if no plugin does it.
	global add_rule: function(r: Rule): string;
	## Asks the plugins of a rule to remove it.
	global remove_rule: function(id: string, reason: string &default=""): bool;
	## Forgets a rule without asking its plugins.
	global delete_rule: function(id: string, reason: string &default=""): bool;
	## Returns the rules about an address, or about a network that contains it.
	global find_rules_addr: function(ip: addr): vector of Rule;
	global find_rules_subnet: function(sn: subnet): vector of Rule;

	# Answers of plugins.

	## The rule is in place.
	global rule_added: event(r: Rule, p: PluginState, msg: string &default="");
	## The rule was in place before.
	global rule_exists: event(r: Rule, p: PluginState, msg: string &default="");
	## The rule was removed, as requested.
	global rule_removed: event(r: Rule, p: PluginState, msg: string &default="");
	## The rule timed out.
	global rule_timeout: event(r: Rule, i: FlowInfo, p: PluginState);
	## The rule failed.
	global rule_error: event(r: Rule, p: PluginState, msg: string &default="");

	## A plugin accepted a rule.
	global rule_new: event(r: Rule);
	## The last plugin removed a rule.
	global rule_destroyed: event(r: Rule);

	## Sees each rule before plugins do, and may change it. A `break` prevents it.
	global NetControl::rule_policy: hook(r: Rule);
	## A plugin reports that a rule is in place.
	global NetControl::rule_added_policy: hook(r: Rule, p: PluginState, exists: bool, msg: string);

	## Called by a plugin when it is ready.
	global plugin_activated: function(p: PluginState);
}

redef record Rule += {
	## Plugins that accepted it.
	_plugin_ids: set[count] &default=count_set();
	## Plugins where it is in place.
	_active_plugin_ids: set[count] &default=count_set();
	## Plugins where it was in place before. They are not asked to remove it when it times out.
	_no_expire_plugins: set[count] &default=count_set();
	## Whether it is in place at all plugins that accepted it.
	_added: bool &default=F;
};

# Plugins in order of priority, and by number.
global plugins: vector of PluginState;
global plugin_ids: table[count] of PluginState;
global plugin_counter: count = 1;
# Set when no more plugins will be activated before rules can be added.
global zeek_init_done = F;
global plugins_active = F;

# Rules by id, by entity, and by the networks of the entity.
global rules: table[string] of Rule;
global rule_entities: table[Entity, RuleType] of Rule;
global rules_by_subnets: table[subnet] of set[string];
global rule_counter: count = 1;

# Plugins.

# Raises `init_done` when every plugin is ready.
function check_plugins()
	{
	if ( plugins_active )
		return;

	for ( _, p in plugins )
		{
		if ( ! p$_activated )
			return;
		}

	plugins_active = T;

	if ( |plugins| > 0 )
		note("plugin initialization done");

	event NetControl::init_done();
	}

function plugin_activated(p: PluginState)
	{
	if ( p$_id !in plugin_ids )
		{
		note_of(ERROR, "unknown plugin activated", p);
		return;
		}

	local known = plugin_ids[p$_id];

	if ( known$_activated )
		return;

	known$_activated = T;
	note_of(MESSAGE, "activation finished", p);

	if ( zeek_init_done )
		check_plugins();
	}

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

event zeek_init() &priority=-5
	{
	event NetControl::init();
	}

event NetControl::init() &priority=-20
	{
	zeek_init_done = T;
	check_plugins();

	if ( ! plugins_active )
		note("waiting for plugins to initialize");
	}

# Finding rules.

# Returns the networks that index a rule.
function networks_of(r: Rule): vector of subnet
	{
	local e = r$entity;
	local found: vector of subnet;

	switch ( e$ty )
		{
		case ADDRESS:
			found += e$ip;
			break;
		case CONNECTION:
			found += addr_to_subnet(e$conn$orig_h);
			found += addr_to_subnet(e$conn$resp_h);
			break;
		case FLOW:
			if ( e$flow?$src_h )
				found += e$flow$src_h;
			if ( e$flow?$dst_h )
				found += e$flow$dst_h;
			break;
		}

	return found;
	}

function index_rule(r: Rule)
	{
	for ( _, net in networks_of(r) )
		{
		# `in` would also find networks that contain this one.
		if ( ! check_subnet(net, rules_by_subnets) )
			rules_by_subnets[net] = set();

		add rules_by_subnets[net][r$id];
		}
	}

function unindex_rule(r: Rule)
	{
	for ( _, net in networks_of(r) )
		{
		if ( ! check_subnet(net, rules_by_subnets) )
			next;

		delete rules_by_subnets[net][r$id];

		if ( |rules_by_subnets[net]| == 0 )
			delete rules_by_subnets[net];
		}
	}

function find_rules_subnet(sn: subnet): vector of Rule
	{
	local found: vector of Rule;

	for ( _, net in matching_subnets(sn, rules_by_subnets) )
		{
		for ( id in rules_by_subnets[net] )
			found += rules[id];
		}

	return found;
	}

function find_rules_addr(ip: addr): vector of Rule
	{
	return find_rules_subnet(addr_to_subnet(ip));
	}

# Adding and removing.

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

function discard(r: Rule)
	{
	delete rules[r$id];
	delete rule_entities[r$entity, r$ty];
	unindex_rule(r);
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

function clear()
	{
	local ids: vector of string;

	for ( id in rules )
		ids += id;

	for ( _, id in ids )
		remove_rule(id);
	}

# Handlers of answers. Plugins may pass copies of a rule: the stored rule of that id is the one to change.

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

# Common rules.

# Returns the entity of a flow between two endpoints.
function flow_entity(f: flow_id): Entity
	{
	return Entity($ty=FLOW, $flow=Flow($src_h=addr_to_subnet(f$src_h), $src_p=f$src_p, $dst_h=addr_to_subnet(f$dst_h),
	                                   $dst_p=f$dst_p));
	}

function whitelist_subnet(s: subnet, t: interval, location: string): string
	{
	return add_rule(Rule($ty=WHITELIST, $priority=whitelist_priority, $target=FORWARD,
	                     $entity=Entity($ty=ADDRESS, $ip=s), $expire=t, $location=location));
	}

function whitelist_address(a: addr, t: interval, location: string): string
	{
	return whitelist_subnet(addr_to_subnet(a), t, location);
	}

function redirect_flow(f: flow_id, out_port: count, t: interval, location: string): string
	{
	return add_rule(Rule($ty=REDIRECT, $target=FORWARD, $entity=flow_entity(f), $expire=t, $location=location,
	                     $out_port=out_port));
	}

function quarantine_host(infected: addr, dns: addr, quarantine: addr, t: interval, location: string): vector of string
	{
	local host = addr_to_subnet(infected);
	local resolver = addr_to_subnet(dns);
	local ids: vector of string;

	# Drop all that the host sends,
	ids += add_rule(Rule($ty=DROP, $target=FORWARD, $entity=Entity($ty=FLOW, $flow=Flow($src_h=host)), $expire=t,
	                     $location=location));

	# except DNS queries, which go to the quarantine; its answers seem to come from the resolver,
	ids += add_rule(Rule($ty=MODIFY, $target=FORWARD, $priority=+5, $expire=t, $location=location,
	                     $entity=Entity($ty=FLOW, $flow=Flow($src_h=host, $dst_h=resolver, $dst_p=53/udp)),
	                     $mod=FlowMod($dst_h=quarantine)));
	ids += add_rule(Rule($ty=MODIFY, $target=FORWARD, $priority=+5, $expire=t, $location=location,
	                     $entity=Entity($ty=FLOW, $flow=Flow($src_h=resolver, $src_p=53/udp, $dst_h=host)),
	                     $mod=FlowMod($src_h=dns)));

	# and HTTP to the quarantine.
	ids += add_rule(Rule($ty=WHITELIST, $target=FORWARD, $priority=+5, $expire=t, $location=location,
	                     $entity=Entity($ty=FLOW, $flow=Flow($src_h=host, $dst_h=addr_to_subnet(quarantine),
	                                                         $dst_p=80/tcp))));
	return ids;
	}
