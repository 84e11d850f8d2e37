@load ./utils-commands
@load ./info
@load ./main
@load ./utils
@load ./files
@load ./gridftp

@load-sigs ./dpd.sig
