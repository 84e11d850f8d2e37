# What the SMB part declares: smb2 com write.

module GLOBAL;

export {
	## A file or pipe is to be written.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## offset: Where in the file.
	##
	## length: How many bytes.
	global smb2_write_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count);

	## A file or pipe was written.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## length: How many bytes.
	global smb2_write_response: event(c: connection, hdr: SMB2::Header, length: count);
}
