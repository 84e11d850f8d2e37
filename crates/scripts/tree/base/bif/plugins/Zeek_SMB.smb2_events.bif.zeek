# What the SMB part declares: smb2 events.

module GLOBAL;

export {
	global smb2_message: event(c: connection, hdr: SMB2::Header, is_orig: bool);
	global smb2_discarded_messages_state: event(c: connection, state: string);
}
