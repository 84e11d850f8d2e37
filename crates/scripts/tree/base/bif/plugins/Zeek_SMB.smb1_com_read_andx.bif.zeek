# Declarations of the SMB plugin: smb1 com read andx.

module GLOBAL;

export {
	## A request to read a file.
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
	global smb1_read_andx_request: event(c: connection, hdr: SMB1::Header, file_id: count, offset: count, length: count);

	## The response with data of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## data_len: The number of bytes.
	global smb1_read_andx_response: event(c: connection, hdr: SMB1::Header, data_len: count);
}
