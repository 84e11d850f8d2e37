@load ./utils-commands
@load ./info
@load ./main
@load ./utils
@load ./files

@load-sigs ./dpd.sig
