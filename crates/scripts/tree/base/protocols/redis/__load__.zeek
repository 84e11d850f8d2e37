@load ./spicy-events
@load ./main

@load-sigs ./dpd.sig
