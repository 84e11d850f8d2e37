@load ./main
@load ./entities
@load ./utils
@load ./files

@load-sigs ./dpd.sig
