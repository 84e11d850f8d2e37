@load ./consts
@load ./main
