# What the SMB part declares: consts.
