# Options of pppoe.

