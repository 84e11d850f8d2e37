# Declarations of the SSH plugin: consts.
