# Options of ieee802_11_radio.

