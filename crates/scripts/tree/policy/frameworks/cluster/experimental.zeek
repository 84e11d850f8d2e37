# What a cluster tells of its start. One process is no cluster: it raises none of this.

@load base/frameworks/cluster

module Cluster::Experimental;

export {
	## A node has met all that it has to; `resending` where it said so before, to a manager that was there before.
	global node_fully_connected: event(name: string, id: string, resending: bool);

	## All nodes have met.
	global cluster_started: event();

	## Where `cluster_started` is published.
	const cluster_started_topic = "zeek/cluster/experimental/started" &redef;
}
