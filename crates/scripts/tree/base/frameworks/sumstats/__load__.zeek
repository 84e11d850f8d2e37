@load ./main
@load ./plugins

@if ( Cluster::is_enabled() )
@load ./cluster
@else
@load ./non-cluster
@endif
