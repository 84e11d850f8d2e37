@load ./main
@load ./input
@load ./weird
