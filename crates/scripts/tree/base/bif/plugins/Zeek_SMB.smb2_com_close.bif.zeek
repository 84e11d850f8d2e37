# What the SMB part declares: smb2 com close.

module GLOBAL;

export {
	## A file is closed.
	global smb2_close_request: event(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID);
	## A file was closed.
	global smb2_close_response: event(c: connection, hdr: SMB2::Header, response: SMB2::CloseResponse);
}
