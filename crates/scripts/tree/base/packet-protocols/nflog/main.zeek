# Options of nflog.

