# Declarations of the SMB plugin: smb1 com logoff andx.

module GLOBAL;

export {
	## A user logs off.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global smb1_logoff_andx: event(c: connection, is_orig: bool);
}
