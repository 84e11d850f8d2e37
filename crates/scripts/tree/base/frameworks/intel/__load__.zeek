@load ./main
@load ./files
@load base/frameworks/cluster
@load ./input
