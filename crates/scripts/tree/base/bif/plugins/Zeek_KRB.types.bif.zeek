# What the KRB part declares: types.
