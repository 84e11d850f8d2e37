# What the NCP part declares: consts.
