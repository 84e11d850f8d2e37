@load ./main
@load ./plugins
@load ./non-cluster
