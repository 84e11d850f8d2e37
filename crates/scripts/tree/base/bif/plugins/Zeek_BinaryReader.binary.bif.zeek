# Declarations of the BinaryReader plugin: binary.
