# Declarations of the NoneWriter plugin: none.
