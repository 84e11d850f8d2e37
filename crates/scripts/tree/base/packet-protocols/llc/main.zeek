# What scripts may set about llc.

