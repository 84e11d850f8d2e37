# Declarations of the SMB plugin: smb1 com negotiate.

module GLOBAL;

export {
	## The dialects that a client supports.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## dialects: Their names.
	global smb1_negotiate_request: event(c: connection, hdr: SMB1::Header, dialects: string_vec);

	## The dialect that a server chose.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: The dialect and the server's capabilities.
	global smb1_negotiate_response: event(c: connection, hdr: SMB1::Header, response: SMB1::NegotiateResponse);
}
