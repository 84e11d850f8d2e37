# Tunnels are detected by ports and by content; nothing needs to be loaded for them.
