# Declarations of the SMB plugin: smb2 com tree connect.

module GLOBAL;

export {
	## A request to connect to a share.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## path: The share.
	global smb2_tree_connect_request: event(c: connection, hdr: SMB2::Header, path: string);

	## A share was connected.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: Its kind.
	global smb2_tree_connect_response: event(c: connection, hdr: SMB2::Header, response: SMB2::TreeConnectResponse);
}
