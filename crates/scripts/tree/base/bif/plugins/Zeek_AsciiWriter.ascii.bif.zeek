# What the AsciiWriter part declares: ascii.
