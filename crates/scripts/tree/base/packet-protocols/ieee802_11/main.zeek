# What scripts may set about ieee802_11.

