# Options of ppp.

