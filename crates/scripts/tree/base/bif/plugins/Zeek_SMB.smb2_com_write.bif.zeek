# Declarations of the SMB plugin: smb2 com write.

module GLOBAL;

export {
	## A request to write to a file or pipe.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## offset: The offset in the file.
	##
	## length: The number of bytes.
	global smb2_write_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count);

	## A file or pipe was written.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## length: The number of bytes.
	global smb2_write_response: event(c: connection, hdr: SMB2::Header, length: count);
}
