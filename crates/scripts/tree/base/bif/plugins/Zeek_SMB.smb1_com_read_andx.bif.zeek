# What the SMB part declares: smb1 com read andx.

module GLOBAL;

export {
	## A file is to be read.
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
	global smb1_read_andx_request: event(c: connection, hdr: SMB1::Header, file_id: count, offset: count, length: count);

	## What was read of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## data_len: How many bytes.
	global smb1_read_andx_response: event(c: connection, hdr: SMB1::Header, data_len: count);
}
