# Options of tcp.

