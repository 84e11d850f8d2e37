# What scripts may set about icmp.

