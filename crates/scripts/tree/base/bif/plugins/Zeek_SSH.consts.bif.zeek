# What the SSH part declares: consts.
