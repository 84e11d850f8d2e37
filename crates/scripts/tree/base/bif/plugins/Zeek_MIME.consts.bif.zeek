# What the MIME part declares: consts.
