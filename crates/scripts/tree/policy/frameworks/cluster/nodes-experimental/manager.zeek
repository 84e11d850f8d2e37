##! The manager says when all nodes are connected.

@load base/frameworks/cluster
@load policy/frameworks/cluster/experimental

module Cluster::Experimental;

# The nodes that are connected.
global connected_nodes: set[string] = set();

# The cluster was started, by this manager or by one before it.
global has_started = F;

event node_fully_connected(name: string, id: string, resending: bool)
	{
	if ( name !in Cluster::nodes )
		return;

	add connected_nodes[name];

	# An earlier manager has told the nodes.
	if ( resending )
		has_started = T;

	if ( has_started || |connected_nodes| < |Cluster::nodes| )
		return;

	has_started = T;
	event cluster_started();
	Cluster::publish(cluster_started_topic, cluster_started);
	}
