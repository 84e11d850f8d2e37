# Declarations of the ConfigReader plugin: config.
