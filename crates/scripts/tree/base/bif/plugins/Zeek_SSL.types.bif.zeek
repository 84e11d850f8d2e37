# What the SSL part declares: types.
