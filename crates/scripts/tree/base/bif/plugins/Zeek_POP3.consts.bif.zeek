# Declarations of the POP3 plugin: consts.
