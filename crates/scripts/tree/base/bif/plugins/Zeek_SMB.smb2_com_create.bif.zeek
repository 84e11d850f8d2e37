# What the SMB part declares: smb2 com create.

module GLOBAL;

export {
	## A file is opened or made.
	global smb2_create_request: event(c: connection, hdr: SMB2::Header, request: SMB2::CreateRequest);
	## A file was opened or made.
	global smb2_create_response: event(c: connection, hdr: SMB2::Header, response: SMB2::CreateResponse);
}
