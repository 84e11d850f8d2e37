# What scripts may set about ppp_serial.

