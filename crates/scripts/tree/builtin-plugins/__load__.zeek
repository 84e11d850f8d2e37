# Loaded after the frameworks; parts that are built in bring nothing here.
