# Declarations of the NCP plugin: consts.
