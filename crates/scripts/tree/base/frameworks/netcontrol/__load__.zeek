@load ./types
@load ./main
@load ./plugins
@load ./drop
@load ./shunt

# One process decides for itself.
@load base/frameworks/cluster
@load ./non-cluster
