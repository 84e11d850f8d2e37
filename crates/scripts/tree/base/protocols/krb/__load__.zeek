@load ./main
@load ./files
@load-sigs ./dpd.sig
