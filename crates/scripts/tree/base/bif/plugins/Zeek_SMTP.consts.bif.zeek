# What the SMTP part declares: consts.
