# What the SMB part declares: smb1 events.

module GLOBAL;

export {
	## The header of any message.
	global smb1_message: event(c: connection, hdr: SMB1::Header, is_orig: bool);
	## A response without parameters and data.
	global smb1_empty_response: event(c: connection, hdr: SMB1::Header);
	## A message without parameters and data that says that something failed.
	global smb1_error: event(c: connection, hdr: SMB1::Header, is_orig: bool);
}
