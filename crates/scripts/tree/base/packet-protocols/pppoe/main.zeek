# What scripts may set about pppoe.

