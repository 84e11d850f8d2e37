# Options in a cluster of processes: the manager has what was set last, and tells the other nodes.

@load ./main
@load base/frameworks/cluster

module Config;

@if ( Cluster::local_node_type() == Cluster::MANAGER )
event Config::cluster_set_option(ID: string, val: any, location: string) &priority=10
	{
	set_everywhere(ID, val, location);
	}

event Cluster::node_up(name: string, id: string) &priority=-10
	{
	for ( option_name, last in settings )
		Cluster::publish(Cluster::node_topic(name), Config::cluster_set_option, option_name, last$val, last$location);
	}
@else
event Config::cluster_set_option(ID: string, val: any, location: string)
	{
	Option::set(ID, val, location);
	}
@endif
