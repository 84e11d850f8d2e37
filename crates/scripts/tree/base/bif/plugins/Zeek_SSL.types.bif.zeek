# Declarations of the SSL plugin: types.
