@load ./main
@load ./pools
@load ./telemetry

# A node needs to know its cluster, which a script `cluster-layout` in ZEEKPATH describes. Nodes of one process bring
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
