# Declarations of the SMB plugin: smb2 events.

module GLOBAL;

export {
	## The header of any message of SMB 2 and 3, before the event of its command.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## is_orig: True if the originator sent it.
	global smb2_message: event(c: connection, hdr: SMB2::Header, is_orig: bool);

	## Too many requests were unanswered; all were discarded.
	##
	## c: The connection.
	##
	## state: The kind of requests.
	global smb2_discarded_messages_state: event(c: connection, state: string);
}
