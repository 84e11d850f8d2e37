@load ./main
@load ./pools
@load ./telemetry

# A node needs a description of its cluster: the script `cluster-layout` in ZEEKPATH. Nodes of one process provide
# their own.
@if ( Cluster::is_enabled() )
@load base/frameworks/telemetry
@prefixes += cluster

@if ( |Cluster::nodes| == 0 )
@load cluster-layout
@endif

@if ( ! Cluster::joint_logs )
redef peer_description = Cluster::node;

@if ( Cluster::enable_round_robin_logging )
redef Broker::log_topic = Cluster::rr_log_topic;
@endif

@if ( Cluster::local_node_type() == Cluster::LOGGER )
@prefixes += cluster-logger
@load ./nodes/logger
@endif

@if ( Cluster::local_node_type() == Cluster::MANAGER )
@prefixes += cluster-manager
@load ./nodes/manager
@endif

@if ( Cluster::local_node_type() == Cluster::PROXY )
@prefixes += cluster-proxy
@load ./nodes/proxy
@endif

@if ( Cluster::local_node_type() == Cluster::WORKER )
@prefixes += cluster-worker
@load ./nodes/worker
@endif

@endif

@load ./broker-stores
@load ./connections
@load ./peering-telemetry
@load ./setup-connections
@endif
