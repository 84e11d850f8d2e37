# Declarations of the Gnutella plugin: consts.
