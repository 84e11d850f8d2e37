# What scripts may set about novell_802_3.

