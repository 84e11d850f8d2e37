# What the SMB part declares: smb2 com tree connect.

module GLOBAL;

export {
	## A share is to be connected.
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
