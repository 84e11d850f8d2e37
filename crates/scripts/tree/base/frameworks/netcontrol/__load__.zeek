@load ./types
@load ./main
@load ./plugins
@load ./drop
@load ./shunt

# One process decides for itself, a cluster's manager for all nodes.
@load base/frameworks/cluster

@if ( Cluster::is_enabled() )
@load ./cluster
@else
@load ./non-cluster
@endif
