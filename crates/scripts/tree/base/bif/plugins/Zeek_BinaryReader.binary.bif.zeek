# What the BinaryReader part declares: binary.
