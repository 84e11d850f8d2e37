@load ./consts
@load ./main
@load ./check-event-handlers
