# Declarations of the TCP plugin: types.
