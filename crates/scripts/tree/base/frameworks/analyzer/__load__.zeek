@load ./main
@load ./dpd
@load ./logging
