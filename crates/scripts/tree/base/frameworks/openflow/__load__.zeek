@load ./consts
@load ./types
@load ./main
@load ./plugins

# One process talks to its controllers itself, in a cluster the manager does.
@load base/frameworks/cluster

@if ( Cluster::is_enabled() )
@load ./cluster
@else
@load ./non-cluster
@endif
