# What the SMB part declares: smb1 com read andx.

module GLOBAL;

export {
	## A read.
	global smb1_read_andx_request: event(c: connection, hdr: SMB1::Header, file_id: count, offset: count, length: count);
	## What was read.
	global smb1_read_andx_response: event(c: connection, hdr: SMB1::Header, data_len: count);
}
