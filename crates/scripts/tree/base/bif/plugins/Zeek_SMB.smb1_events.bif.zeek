# What the SMB part declares: smb1 events.

module GLOBAL;

export {
	global smb1_message: event(c: connection, hdr: SMB1::Header, is_orig: bool);
	global smb1_empty_response: event(c: connection, hdr: SMB1::Header);
	global smb1_error: event(c: connection, hdr: SMB1::Header, is_orig: bool);
}
