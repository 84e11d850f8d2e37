# The network control framework in a cluster: the manager has the plugins and keeps the rules. The other nodes ask it,
# and hear of all rules and of all answers.

@load ./main
@load base/frameworks/cluster

module NetControl;

export {
	# Requests to the manager.
	global cluster_netcontrol_add_rule: event(r: Rule);
	global cluster_netcontrol_remove_rule: event(id: string, reason: string);
	global cluster_netcontrol_delete_rule: event(id: string, reason: string);
}

@if ( Cluster::local_node_type() == Cluster::MANAGER )

@load ./answers

function activate(p: PluginState, priority: int)
	{
	take_plugin(p, priority);
	}

function add_rule(r: Rule): string
	{
	return take_rule(r);
	}

function remove_rule(id: string, reason: string): bool
	{
	return ask_removal(id, reason);
	}

function delete_rule(id: string, reason: string): bool
	{
	return forget_rule(id, reason);
	}

event NetControl::cluster_netcontrol_add_rule(r: Rule)
	{
	take_rule(r);
	}

event NetControl::cluster_netcontrol_remove_rule(id: string, reason: string)
	{
	ask_removal(id, reason);
	}

event NetControl::cluster_netcontrol_delete_rule(id: string, reason: string)
	{
	forget_rule(id, reason);
	}

event NetControl::rule_new(r: Rule)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_new, r);
	}

event NetControl::rule_destroyed(r: Rule)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_destroyed, r);
	}

event NetControl::rule_added(r: Rule, p: PluginState, msg: string)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_added, r, p, msg);
	}

event NetControl::rule_exists(r: Rule, p: PluginState, msg: string)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_exists, r, p, msg);
	}

event NetControl::rule_removed(r: Rule, p: PluginState, msg: string)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_removed, r, p, msg);
	}

event NetControl::rule_timeout(r: Rule, i: FlowInfo, p: PluginState)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_timeout, r, i, p);
	}

event NetControl::rule_error(r: Rule, p: PluginState, msg: string)
	{
	Cluster::publish(Cluster::worker_topic, NetControl::rule_error, r, p, msg);
	}

@else

# How many rules this node has asked for, from 1 as the manager counts its own.
global asked_rules: count = 1;

# Only the manager has plugins.
function activate(p: PluginState, priority: int)
	{
	}

function add_rule(r: Rule): string
	{
	if ( r$id == "" )
		r$id = fmt("%s:%d", Cluster::node, ++asked_rules);

	Cluster::publish(Cluster::manager_topic, NetControl::cluster_netcontrol_add_rule, r);
	return r$id;
	}

function remove_rule(id: string, reason: string): bool
	{
	Cluster::publish(Cluster::manager_topic, NetControl::cluster_netcontrol_remove_rule, id, reason);
	return T;
	}

function delete_rule(id: string, reason: string): bool
	{
	Cluster::publish(Cluster::manager_topic, NetControl::cluster_netcontrol_delete_rule, id, reason);
	return T;
	}

# What the manager says of a rule is kept, so that it can be found here.
event NetControl::rule_new(r: Rule) &priority=5
	{
	if ( r$id !in rules )
		index_rule(r);

	rules[r$id] = r;
	rule_entities[r$entity, r$ty] = r;
	}

event NetControl::rule_destroyed(r: Rule) &priority=5
	{
	if ( r$id in rules )
		discard(rules[r$id]);
	}

@endif
