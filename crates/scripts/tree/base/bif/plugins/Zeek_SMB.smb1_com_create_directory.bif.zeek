# Declarations of the SMB plugin: smb1 com create directory.

module GLOBAL;

export {
	## A request to create a directory.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## directory_name: The directory.
	global smb1_create_directory_request: event(c: connection, hdr: SMB1::Header, directory_name: string);

	## A directory was created.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb1_create_directory_response: event(c: connection, hdr: SMB1::Header);
}
