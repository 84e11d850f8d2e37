# What scripts may set about udp.

