# Options of udp.

