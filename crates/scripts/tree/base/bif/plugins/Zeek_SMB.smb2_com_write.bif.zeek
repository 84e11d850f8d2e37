# What the SMB part declares: smb2 com write.

module GLOBAL;

export {
	## A write.
	global smb2_write_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count);
	## What was written.
	global smb2_write_response: event(c: connection, hdr: SMB2::Header, length: count);
}
