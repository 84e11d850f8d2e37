# Declarations of the SMB plugin: consts.
