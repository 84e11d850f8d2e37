# Options of ppp_serial.

