@load ./consts
@load ./main
@load ./mozilla-ca-list
@load ./ct-list
@load ./files

@load-sigs ./dpd.sig
