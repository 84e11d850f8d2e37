# The OpenFlow framework without a cluster.

@load ./controllers
