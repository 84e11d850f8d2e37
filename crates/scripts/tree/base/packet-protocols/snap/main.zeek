# What scripts may set about snap.

