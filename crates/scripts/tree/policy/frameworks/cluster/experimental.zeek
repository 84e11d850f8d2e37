##! Events about the start of a cluster.

@load base/frameworks/cluster

module Cluster::Experimental;

export {
	## A node has greeted all nodes that it connects to. It is raised there and at the manager.
	##
	## name: The node.
	##
	## id: Its id.
	##
	## resending: It said so before, to a manager that has gone since.
	global node_fully_connected: event(name: string, id: string, resending: bool);

	## All nodes are connected, for the first time.
	global cluster_started: event();

	## The topic of `cluster_started`.
	const cluster_started_topic = "zeek/cluster/experimental/started" &redef;
}

@if ( Cluster::is_enabled() )
@load ./nodes-experimental/connected

@if ( Cluster::local_node_type() == Cluster::MANAGER )
@load ./nodes-experimental/manager
@endif
@endif
