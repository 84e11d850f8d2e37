# What the SMB part declares: smb1 com write andx.

module GLOBAL;

export {
	## A write.
	global smb1_write_andx_request: event(c: connection, hdr: SMB1::Header, file_id: count, offset: count, data_len: count);
	## What was written.
	global smb1_write_andx_response: event(c: connection, hdr: SMB1::Header, written_bytes: count);
}
