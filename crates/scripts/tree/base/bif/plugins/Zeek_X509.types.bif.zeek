# Declarations of the X509 plugin: types.
