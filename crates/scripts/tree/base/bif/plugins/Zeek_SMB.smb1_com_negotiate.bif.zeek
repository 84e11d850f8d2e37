# What the SMB part declares: smb1 com negotiate.

module GLOBAL;

export {
	## The dialects that a client speaks.
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
	## response: Which, and what the server can do.
	global smb1_negotiate_response: event(c: connection, hdr: SMB1::Header, response: SMB1::NegotiateResponse);
}
