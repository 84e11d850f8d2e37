# What the SMB part declares: smb1 com negotiate.

module GLOBAL;

export {
	global smb1_negotiate_request: event(c: connection, hdr: SMB1::Header, dialects: string_vec);
	global smb1_negotiate_response: event(c: connection, hdr: SMB1::Header, response: SMB1::NegotiateResponse);
}
