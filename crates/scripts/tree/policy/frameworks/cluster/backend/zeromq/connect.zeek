##! Connects this node by ZeroMQ when it starts. The manager runs the exchange of publishers and subscribers, unless
##! scripts say otherwise.

@load ./main

module Cluster::Backend::ZeroMQ;

# Before other handlers subscribe or publish.
event zeek_init() &priority=10
	{
	# The exchange comes first: this node connects to it, too.
	if ( run_proxy_thread && ! spawn_zmq_proxy_thread() )
		Reporter::fatal("Failed to spawn ZeroMQ proxy thread");

	# Joins the cluster: subscriptions
	# of before hold from now on.
	if ( ! Cluster::init() ) Reporter::fatal("Failed initialize ZeroMQ backend");
	}
