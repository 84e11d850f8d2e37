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

function discard(r: Rule)
	{
	delete rules[r$id];
	delete rule_entities[r$entity, r$ty];
	unindex_rule(r);
	}

function clear()
	{
	local ids: vector of string;

	for ( id in rules )
		ids += id;

	for ( _, id in ids )
		remove_rule(id);
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
