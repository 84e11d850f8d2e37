# What the AsciiReader part declares: ascii.
