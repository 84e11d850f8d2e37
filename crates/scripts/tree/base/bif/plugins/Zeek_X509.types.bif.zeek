# What the X509 part declares: types.
