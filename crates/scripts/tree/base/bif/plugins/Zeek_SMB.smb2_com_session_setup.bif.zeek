# What the SMB part declares: smb2 com session setup.

module GLOBAL;

export {
	## A client signs in.
	global smb2_session_setup_request: event(c: connection, hdr: SMB2::Header, request: SMB2::SessionSetupRequest);
	## The answer to a client that signs in.
	global smb2_session_setup_response: event(c: connection, hdr: SMB2::Header, response: SMB2::SessionSetupResponse);
}
