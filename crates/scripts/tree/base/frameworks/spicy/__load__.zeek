# Loads what is always available.

@load ./init-bare
