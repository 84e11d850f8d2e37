# What scripts may set about vntag.

