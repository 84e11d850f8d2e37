# What the POP3 part declares: consts.
