# What the NoneWriter part declares: none.
