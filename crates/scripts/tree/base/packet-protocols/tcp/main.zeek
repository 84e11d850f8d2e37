# What scripts may set about tcp.

