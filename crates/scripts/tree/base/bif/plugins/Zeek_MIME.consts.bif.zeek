# Declarations of the MIME plugin: consts.
