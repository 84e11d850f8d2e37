# Declarations of the RPC plugin: consts.
