# Declarations of the SMB plugin: smb2 com session setup.

module GLOBAL;

export {
	## A user logs on.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## request: The requested signing mode.
	global smb2_session_setup_request: event(c: connection, hdr: SMB2::Header, request: SMB2::SessionSetupRequest);

	## The response to a logon.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: The kind of the session.
	global smb2_session_setup_response: event(c: connection, hdr: SMB2::Header, response: SMB2::SessionSetupResponse);
}
