@load ./main
@load ./consts
