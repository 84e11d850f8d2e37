# What the SMB part declares: smb2 com negotiate.

module GLOBAL;

export {
	## The dialects that a client speaks.
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
	## response: Which, and what the server can do.
	global smb2_negotiate_response: event(c: connection, hdr: SMB2::Header, response: SMB2::NegotiateResponse);
}
