# Declarations of the RawReader plugin: raw.
