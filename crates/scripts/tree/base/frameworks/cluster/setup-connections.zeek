# The topics that a node of a cluster subscribes to: its role, its name, its id. Pools add their own topics.

@load ./main
@load ./pools

module Cluster;

function role_topic(role: NodeType): string
	{
	switch ( role )
		{
		case LOGGER:
			return logger_topic;
		case MANAGER:
			return manager_topic;
		case PROXY:
			return proxy_topic;
		case WORKER:
			return worker_topic;
		default:
			return "";
		}
	}

event zeek_init() &priority=-10
	{
	local role = role_topic(local_node_type());

	if ( role != "" )
		Cluster::subscribe(role);

	# Rows of nodes that know no logger yet.
	if ( backend == CLUSTER_BACKEND_BROKER && Log::enable_local_logging &&
	     ( local_node_type() == LOGGER || ( local_node_type() == MANAGER && manager_is_logger ) ) )
		Cluster::subscribe(Broker::default_log_topic_prefix);

	Cluster::subscribe(node_topic(node));
	Cluster::subscribe(nodeid_topic(node_id()));
	}
