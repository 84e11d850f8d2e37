# Declarations of the SMB plugin: smb1 com session setup andx.

module GLOBAL;

export {
	## A user logs on.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## request: The request; the part of its form is set.
	global smb1_session_setup_andx_request: event(c: connection, hdr: SMB1::Header, request: SMB1::SessionSetupAndXRequest);

	## The response to a logon.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: The answer; the part of its form is set.
	global smb1_session_setup_andx_response: event(c: connection, hdr: SMB1::Header, response: SMB1::SessionSetupAndXResponse);
}
