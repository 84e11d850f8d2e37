# What the Gnutella part declares: consts.
