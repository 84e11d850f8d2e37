# The transport itself reconnects to peers that fell behind.
