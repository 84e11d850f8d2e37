# The connections between the processes of a cluster whose backend is Broker: who connects to whom, and what follows.

@load ./main
@load base/frameworks/broker

module Cluster;

export {
	## The names of the nodes that this one connects to.
	global outgoing: function(): set[string];
}

# The roles that nodes of a role connect to.
function connected_roles(role: NodeType): set[NodeType]
	{
	switch ( role )
		{
		case MANAGER:
			return set(LOGGER);
		case PROXY:
			return set(LOGGER, MANAGER);
		case WORKER:
			return set(LOGGER, MANAGER, PROXY);
		default:
			return set();
		}
	}

function outgoing(): set[string]
	{
	local found: set[string] = set();
	local roles = connected_roles(local_node_type());

	for ( name, other in nodes )
		if ( other$node_type in roles )
			add found[name];

	return found;
	}

# The name of the node with an id; empty if it has not greeted.
function name_of(id: string): string
	{
	return nodeid_to_node(id)$name;
	}

event zeek_init() &priority=-15
	{
	if ( backend != CLUSTER_BACKEND_BROKER || joint_logs || node !in nodes )
		return;

	local mine = nodes[node];

	if ( port_to_count(mine$p) != 0 )
		Broker::listen(fmt("%s", mine$ip), mine$p, Broker::default_listen_retry);

	for ( name in outgoing() )
		if ( port_to_count(nodes[name]$p) != 0 )
			Broker::peer(fmt("%s", nodes[name]$ip), nodes[name]$p, retry_interval);
	}

event Broker::peer_added(endpoint: Broker::EndpointInfo, msg: string) &priority=10
	{
	if ( backend == CLUSTER_BACKEND_BROKER )
		Cluster::publish(nodeid_topic(endpoint$id), Cluster::hello, node, Broker::node_id());
	}

event Broker::peer_lost(endpoint: Broker::EndpointInfo, msg: string) &priority=10
	{
	local lost = name_of(endpoint$id);

	if ( lost != "" )
		event Cluster::node_down(lost, endpoint$id);
	}

event Broker::peer_removed(endpoint: Broker::EndpointInfo, msg: string) &priority=10
	{
	local removed = name_of(endpoint$id);

	if ( removed != "" )
		event Cluster::node_down(removed, endpoint$id);
	}
