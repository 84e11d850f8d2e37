@load ./api
@load ./control
@load ./main
