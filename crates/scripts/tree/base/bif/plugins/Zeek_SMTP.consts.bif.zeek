# Declarations of the SMTP plugin: consts.
