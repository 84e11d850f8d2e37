@load ./main
@load ./store
@load ./log
@load ./backpressure
