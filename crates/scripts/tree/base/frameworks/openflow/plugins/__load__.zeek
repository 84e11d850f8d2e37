@load ./ryu
@load ./log
@load ./broker
