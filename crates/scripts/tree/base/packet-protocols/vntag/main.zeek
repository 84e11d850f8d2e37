# Options of vntag.

