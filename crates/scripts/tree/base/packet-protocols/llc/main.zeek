# Options of llc.

