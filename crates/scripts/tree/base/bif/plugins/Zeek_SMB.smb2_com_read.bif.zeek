# What the SMB part declares: smb2 com read.

module GLOBAL;

export {
	## A file or pipe is to be read.
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
	global smb2_read_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count);
}
