# Options of ieee802_11.

