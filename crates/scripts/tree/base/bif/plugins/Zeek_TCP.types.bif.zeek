# What the TCP part declares: types.
