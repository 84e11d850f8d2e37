# Options of null.

