# Tunnels are found by their ports and by what is inside: nothing is to be loaded for them.
