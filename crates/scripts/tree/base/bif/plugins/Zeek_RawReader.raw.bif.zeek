# What the RawReader part declares: raw.
