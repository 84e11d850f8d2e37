# What the SMB part declares: smb1 com close.

module GLOBAL;

export {
	## A file is closed.
	global smb1_close_request: event(c: connection, hdr: SMB1::Header, file_id: count);
}
