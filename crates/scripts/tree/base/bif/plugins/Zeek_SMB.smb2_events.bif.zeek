# What the SMB part declares: smb2 events.

module GLOBAL;

export {
	## The header of any message.
	global smb2_message: event(c: connection, hdr: SMB2::Header, is_orig: bool);
	## More requests were unanswered than are remembered; all were forgotten. `state` says of which kind.
	global smb2_discarded_messages_state: event(c: connection, state: string);
}
