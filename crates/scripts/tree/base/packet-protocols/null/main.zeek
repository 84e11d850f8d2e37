# What scripts may set about null.

