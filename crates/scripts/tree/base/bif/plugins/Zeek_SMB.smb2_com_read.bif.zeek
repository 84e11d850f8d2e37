# Declarations of the SMB plugin: smb2 com read.

module GLOBAL;

export {
	## A request to read a file or pipe.
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
	global smb2_read_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count);
}
