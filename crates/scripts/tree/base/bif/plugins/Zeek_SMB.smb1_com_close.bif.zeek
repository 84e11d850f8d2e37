# Declarations of the SMB plugin: smb1 com close.

module GLOBAL;

export {
	## A request to close a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	global smb1_close_request: event(c: connection, hdr: SMB1::Header, file_id: count);
}
