@load ./main
@load ./pools
@load ./telemetry

# A node needs a description of its cluster: the script `cluster-layout` in ZEEKPATH. Nodes of one process provide
# their own.
@if ( Cluster::is_enabled() )
@prefixes += cluster

@if ( |Cluster::nodes| == 0 )
@load cluster-layout
@endif

@if ( ! Cluster::joint_logs )
redef peer_description = Cluster::node;
@endif

@load ./setup-connections
@endif
