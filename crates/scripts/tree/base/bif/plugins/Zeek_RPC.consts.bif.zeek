# What the RPC part declares: consts.
