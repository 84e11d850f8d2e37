# Tables with &backend: the manager owns their stores, the other nodes hold copies.

@load ./main
@load base/frameworks/broker/store

module Broker;

export {
	## The manager tells which tables with &backend it has stores for.
	##
	## masters: The names of the tables.
	global announce_masters: event(masters: set[string]);
}

redef Broker::table_store_master = F;

@if ( Cluster::local_node_type() == Cluster::MANAGER )
redef Broker::table_store_master = T;

# The tables with &backend.
global backed: set[string];

event zeek_init()
	{
	backed = Broker::__backed_tables();
	}

event Cluster::node_up(name: string, id: string)
	{
	if ( |backed| > 0 )
		Cluster::publish(Cluster::node_topic(name), announce_masters, backed);
	}
@endif
