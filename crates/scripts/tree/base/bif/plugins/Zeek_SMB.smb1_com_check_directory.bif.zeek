# What the SMB part declares: smb1 com check directory.

module GLOBAL;

export {
	## Does a directory exist?
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## directory_name: The directory.
	global smb1_check_directory_request: event(c: connection, hdr: SMB1::Header, directory_name: string);

	## A directory exists.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb1_check_directory_response: event(c: connection, hdr: SMB1::Header);
}
