# Declarations of the SMB plugin: smb1 com check directory.

module GLOBAL;

export {
	## A request whether a directory exists.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## directory_name: The directory.
	global smb1_check_directory_request: event(c: connection, hdr: SMB1::Header, directory_name: string);

	## The response that a directory exists.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb1_check_directory_response: event(c: connection, hdr: SMB1::Header);
}
