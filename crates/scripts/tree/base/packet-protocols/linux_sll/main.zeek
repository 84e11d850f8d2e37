# Options of linux_sll.

