@load ./utils
@load ./main
@load ./netstats
