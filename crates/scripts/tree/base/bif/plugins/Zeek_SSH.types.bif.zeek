# Declarations of the SSH plugin: types.
