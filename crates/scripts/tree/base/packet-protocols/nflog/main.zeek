# What scripts may set about nflog.

