@load ./spicy-events
@load ./consts
@load ./main
