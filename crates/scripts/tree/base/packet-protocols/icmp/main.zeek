# Options of icmp.

