# Declarations of the SMB plugin: smb1 com write andx.

module GLOBAL;

export {
	## A request to write to a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## offset: The offset in the file.
	##
	## data_len: The number of bytes.
	global smb1_write_andx_request: event(c: connection, hdr: SMB1::Header, file_id: count, offset: count, data_len: count);

	## A file was written.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## written_bytes: The number of bytes.
	global smb1_write_andx_response: event(c: connection, hdr: SMB1::Header, written_bytes: count);
}
