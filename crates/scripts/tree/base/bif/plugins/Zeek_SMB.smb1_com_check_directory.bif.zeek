# What the SMB part declares: smb1 com check directory.

module GLOBAL;

export {
	## Is this a directory?
	global smb1_check_directory_request: event(c: connection, hdr: SMB1::Header, directory_name: string);
	## It is.
	global smb1_check_directory_response: event(c: connection, hdr: SMB1::Header);
}
