@load ./main
@load ./magic
