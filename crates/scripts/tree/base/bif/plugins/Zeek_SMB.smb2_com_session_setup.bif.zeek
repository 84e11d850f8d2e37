# What the SMB part declares: smb2 com session setup.

module GLOBAL;

export {
	## A user signs in.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## request: How messages are to be signed.
	global smb2_session_setup_request: event(c: connection, hdr: SMB2::Header, request: SMB2::SessionSetupRequest);

	## The answer to a user who signs in.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: What kind of session it is.
	global smb2_session_setup_response: event(c: connection, hdr: SMB2::Header, response: SMB2::SessionSetupResponse);
}
