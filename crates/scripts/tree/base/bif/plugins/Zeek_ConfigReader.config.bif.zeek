# What the ConfigReader part declares: config.
