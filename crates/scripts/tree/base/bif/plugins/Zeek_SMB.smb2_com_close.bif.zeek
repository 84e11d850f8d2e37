# Declarations of the SMB plugin: smb2 com close.

module GLOBAL;

export {
	## A request to close a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	global smb2_close_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID);

	## A file was closed.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: Its attributes at that time.
	global smb2_close_response: event(c: connection, hdr: SMB2::Header, response: SMB2::CloseResponse);
}
