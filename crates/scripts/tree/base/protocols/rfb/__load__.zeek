@load ./main

@load-sigs ./dpd.sig
