@load ./main
@load ./dcc-send
@load ./files

@load-sigs ./dpd.sig
