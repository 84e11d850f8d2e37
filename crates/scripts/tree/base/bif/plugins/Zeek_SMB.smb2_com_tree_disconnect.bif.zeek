# What the SMB part declares: smb2 com tree disconnect.

module GLOBAL;

export {
	## A share is to be left.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb2_tree_disconnect_request: event(c: connection, hdr: SMB2::Header);

	## A share was left.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb2_tree_disconnect_response: event(c: connection, hdr: SMB2::Header);
}
