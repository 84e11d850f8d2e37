@load ./events
@load ./main
@load ./files
