# What the DHCP part declares: types.
