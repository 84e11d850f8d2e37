# Declarations of the SSL plugin: consts.
