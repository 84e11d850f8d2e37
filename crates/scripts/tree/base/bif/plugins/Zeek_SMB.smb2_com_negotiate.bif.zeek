# What the SMB part declares: smb2 com negotiate.

module GLOBAL;

export {
	## The dialects that a client speaks.
	global smb2_negotiate_request: event(c: connection, hdr: SMB2::Header, dialects: index_vec);
	## The dialect that is spoken.
	global smb2_negotiate_response: event(c: connection, hdr: SMB2::Header, response: SMB2::NegotiateResponse);
}
