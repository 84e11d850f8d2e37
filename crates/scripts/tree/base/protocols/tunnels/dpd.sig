# Tunnels by what they say: none is found this way so far. AYIYA, Teredo, GTP, VXLAN and Geneve are found by their ports.
