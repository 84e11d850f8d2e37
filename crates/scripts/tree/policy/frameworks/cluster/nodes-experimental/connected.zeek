##! Tells the manager when this node has greeted all nodes that it connects to.

@load base/frameworks/cluster

module Cluster::Experimental;

# The nodes whose greeting is awaited: those that this node connects to, or all others if there are no connections between
# single nodes.
global missing: set[string] = set();

# Nobody is missing any longer.
global is_connected = F;

# A manager was told.
global was_told = F;

function others(): set[string]
	{
	if ( Cluster::backend == Cluster::CLUSTER_BACKEND_BROKER && ! Cluster::joint_logs )
		return Cluster::outgoing();

	local all: set[string] = set();

	for ( name in Cluster::nodes )
		if ( name != Cluster::node )
			add all[name];

	return all;
	}

# The manager hears that this node is connected.
function tell_manager()
	{
	if ( ! is_connected || Cluster::local_node_type() == Cluster::MANAGER )
		return;

	local id = Cluster::node_id();

	if ( was_told )
		event node_fully_connected(Cluster::node, id, T);

	Cluster::publish(Cluster::manager_topic, node_fully_connected, Cluster::node, id, was_told);
	was_told = T;
	}

function check_missing()
	{
	if ( |missing| > 0 || is_connected )
		return;

	is_connected = T;
	event node_fully_connected(Cluster::node, Cluster::node_id(), F);

	if ( Cluster::get_active_node_count(Cluster::MANAGER) > 0 )
		tell_manager();
	}

event zeek_init() &priority=-20
	{
	missing = others();
	Cluster::subscribe(cluster_started_topic);
	check_missing();
	}

event Cluster::node_up(name: string, id: string) &priority=-10
	{
	if ( name !in Cluster::nodes )
		return;

	local was_connected = is_connected;
	delete missing[name];
	check_missing();

	if ( was_connected && Cluster::nodes[name]$node_type == Cluster::MANAGER )
		tell_manager();
	}
