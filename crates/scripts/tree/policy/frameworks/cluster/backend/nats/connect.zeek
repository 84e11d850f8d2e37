##! Connects this node by NATS when it starts.

@load ./main

module Cluster::Backend::NATS;

# Before other handlers subscribe or publish.
event zeek_init() &priority=10
	{
	if ( ! Cluster::init() )
		Reporter::fatal("the NATS backend did not start");
	}
