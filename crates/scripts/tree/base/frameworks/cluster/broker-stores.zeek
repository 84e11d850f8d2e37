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

# The tables with &backend, found when the first node comes up.
global backed: set[string];
global is_backed_known = F;

event Cluster::node_up(name: string, id: string)
	{
	if ( ! is_backed_known )
		{
		is_backed_known = T;

		for ( global_name, facts in global_ids() )
			if ( facts$broker_backend )
				add backed[global_name];
		}

	if ( |backed| > 0 )
		Cluster::publish(Cluster::node_topic(name), announce_masters, backed);
	}
@endif
