# Declarations of the SMB plugin: smb1 com tree connect andx.

module GLOBAL;

export {
	## A request to connect to a share.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## path: The share.
	##
	## service: Its kind.
	global smb1_tree_connect_andx_request: event(c: connection, hdr: SMB1::Header, path: string, service: string);

	## A share was connected.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## service: Its kind.
	##
	## native_file_system: Its file system.
	global smb1_tree_connect_andx_response: event(c: connection, hdr: SMB1::Header, service: string, native_file_system: string);
}
