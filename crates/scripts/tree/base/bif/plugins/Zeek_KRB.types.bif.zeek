# Declarations of the KRB plugin: types.
