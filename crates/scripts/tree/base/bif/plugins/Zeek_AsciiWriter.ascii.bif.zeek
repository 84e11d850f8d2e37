# Declarations of the AsciiWriter plugin: ascii.
