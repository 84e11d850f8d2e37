@load-sigs ./dpd.sig
