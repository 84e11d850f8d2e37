# Declarations of the SMB plugin: types.
