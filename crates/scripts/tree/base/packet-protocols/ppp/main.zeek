# What scripts may set about ppp.

