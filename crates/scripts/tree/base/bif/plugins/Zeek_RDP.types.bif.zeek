# What the RDP part declares: types.
