# What the SSH part declares: types.
