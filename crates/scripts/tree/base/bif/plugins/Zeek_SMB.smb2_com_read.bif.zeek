# What the SMB part declares: smb2 com read.

module GLOBAL;

export {
	## A read.
	global smb2_read_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count);
}
