# Options of novell_802_3.

