# Options of snap.

