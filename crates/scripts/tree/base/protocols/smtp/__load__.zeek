@load ./main
@load ./entities
@load ./files

@load-sigs ./dpd.sig
