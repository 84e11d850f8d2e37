@load ./spicy-events
@load ./consts
@load ./main

@load-sigs ./dpd.sig
