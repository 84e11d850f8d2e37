# What the SMB part declares: types.
