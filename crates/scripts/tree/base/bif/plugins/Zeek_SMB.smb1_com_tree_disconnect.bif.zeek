# Declarations of the SMB plugin: smb1 com tree disconnect.

module GLOBAL;

export {
	## A share is disconnected.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## is_orig: True if the originator sent it.
	global smb1_tree_disconnect: event(c: connection, hdr: SMB1::Header, is_orig: bool);
}
