# Loads what is always available, and the notice of files that nest too deeply.

@load ./init-bare
@load ./main
