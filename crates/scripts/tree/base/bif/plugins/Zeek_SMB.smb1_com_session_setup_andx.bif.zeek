# What the SMB part declares: smb1 com session setup andx.

module GLOBAL;

export {
	## A client signs in.
	global smb1_session_setup_andx_request: event(c: connection, hdr: SMB1::Header, request: SMB1::SessionSetupAndXRequest);
	## The answer to a client that signs in.
	global smb1_session_setup_andx_response: event(c: connection, hdr: SMB1::Header, response: SMB1::SessionSetupAndXResponse);
}
