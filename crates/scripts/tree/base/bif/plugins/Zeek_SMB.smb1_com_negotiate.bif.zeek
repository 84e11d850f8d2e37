# What the SMB part declares: smb1 com negotiate.

module GLOBAL;

export {
	## The dialects that a client speaks.
	global smb1_negotiate_request: event(c: connection, hdr: SMB1::Header, dialects: string_vec);
	## The dialect that is spoken.
	global smb1_negotiate_response: event(c: connection, hdr: SMB1::Header, response: SMB1::NegotiateResponse);
}
