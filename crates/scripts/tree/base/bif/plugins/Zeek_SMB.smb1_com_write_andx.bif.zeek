# What the SMB part declares: smb1 com write andx.

module GLOBAL;

export {
	## A file is to be written.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## offset: Where in the file.
	##
	## data_len: How many bytes.
	global smb1_write_andx_request: event(c: connection, hdr: SMB1::Header, file_id: count, offset: count, data_len: count);

	## A file was written.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## written_bytes: How many bytes.
	global smb1_write_andx_response: event(c: connection, hdr: SMB1::Header, written_bytes: count);
}
