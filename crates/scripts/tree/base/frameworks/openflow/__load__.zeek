@load ./consts
@load ./types
@load ./main
@load ./plugins

# One process talks to its controllers itself.
@load base/frameworks/cluster
@load ./non-cluster
