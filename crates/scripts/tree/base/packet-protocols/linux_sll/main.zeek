# What scripts may set about linux_sll.

