# Declarations of the DHCP plugin: types.
