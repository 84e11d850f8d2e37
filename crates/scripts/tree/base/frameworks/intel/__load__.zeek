@load ./main
@load ./files
@load base/frameworks/cluster
@load ./input

@if ( Cluster::is_enabled() && ! Cluster::joint_logs )
@load ./cluster
@endif
