# Declarations of the SMB plugin: smb2 com create.

module GLOBAL;

export {
	## A request to open or create a file or pipe.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## request: Its name, and what to do depending on whether it exists.
	global smb2_create_request: event(c: connection, hdr: SMB2::Header, request: SMB2::CreateRequest);

	## A file or pipe was opened or created.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: Its id, size, times and attributes.
	global smb2_create_response: event(c: connection, hdr: SMB2::Header, response: SMB2::CreateResponse);
}
