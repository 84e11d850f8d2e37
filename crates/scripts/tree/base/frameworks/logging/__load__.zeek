@load ./main
@load ./postprocessors
@load ./writers/ascii
@load ./writers/sqlite
@load ./writers/none
