# Declarations of the SMB plugin: smb2 com negotiate.

module GLOBAL;

export {
	## The dialects that a client supports.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## dialects: Their numbers.
	global smb2_negotiate_request: event(c: connection, hdr: SMB2::Header, dialects: index_vec);

	## The dialect that a server chose.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## response: The dialect and the server's capabilities.
	global smb2_negotiate_response: event(c: connection, hdr: SMB2::Header, response: SMB2::NegotiateResponse);
}
