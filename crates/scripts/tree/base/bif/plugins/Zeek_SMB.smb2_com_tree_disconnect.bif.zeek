# Declarations of the SMB plugin: smb2 com tree disconnect.

module GLOBAL;

export {
	## A request to disconnect from a share.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb2_tree_disconnect_request: event(c: connection, hdr: SMB2::Header);

	## A share was disconnected.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb2_tree_disconnect_response: event(c: connection, hdr: SMB2::Header);
}
