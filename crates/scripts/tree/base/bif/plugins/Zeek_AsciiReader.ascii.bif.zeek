# Declarations of the AsciiReader plugin: ascii.
