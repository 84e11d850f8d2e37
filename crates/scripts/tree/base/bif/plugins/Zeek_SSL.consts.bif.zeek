# What the SSL part declares: consts.
