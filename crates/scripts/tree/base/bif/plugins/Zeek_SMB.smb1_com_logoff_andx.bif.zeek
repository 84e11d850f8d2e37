# What the SMB part declares: smb1 com logoff andx.

module GLOBAL;

export {
	## A session ends.
	global smb1_logoff_andx: event(c: connection, is_orig: bool);
}
