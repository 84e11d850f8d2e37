# Declarations of the RDP plugin: types.
