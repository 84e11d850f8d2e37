# Options of linux_sll2.

