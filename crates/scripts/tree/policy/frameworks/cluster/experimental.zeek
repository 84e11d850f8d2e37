# Events about the start of a cluster. A single process raises none of them.

@load base/frameworks/cluster

module Cluster::Experimental;

export {
	## A node has connected to all that it needs. `resending`: it repeats this to a new manager.
	global node_fully_connected: event(name: string, id: string, resending: bool);

	## All nodes are connected.
	global cluster_started: event();

	## The topic of `cluster_started`.
	const cluster_started_topic = "zeek/cluster/experimental/started" &redef;
}
