# What the SMB part declares: smb2 com create.

module GLOBAL;

export {
	## A file or pipe is to be opened or made.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## request: Its name, and what to do if it exists or not.
	global smb2_create_request: event(c: connection, hdr: SMB2::Header, request: SMB2::CreateRequest);

	## A file or pipe was opened or made.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: Its id, size, times and attributes.
	global smb2_create_response: event(c: connection, hdr: SMB2::Header, response: SMB2::CreateResponse);
}
