# What the DCE_RPC part declares: consts.
