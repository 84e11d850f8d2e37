@load base/frameworks/cluster
@load ./main
@load ./input
@load ./weird

@if ( Cluster::is_enabled() && ! Cluster::joint_logs )
@load ./cluster
@endif
