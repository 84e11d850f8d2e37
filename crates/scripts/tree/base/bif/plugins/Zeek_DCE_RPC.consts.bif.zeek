# Declarations of the DCE_RPC plugin: consts.
