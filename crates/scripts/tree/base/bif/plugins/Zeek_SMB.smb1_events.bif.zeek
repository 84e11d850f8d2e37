# Declarations of the SMB plugin: smb1 events.

module GLOBAL;

export {
	## The header of any message of SMB 1, before the event of its command.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## is_orig: True if the originator sent it.
	global smb1_message: event(c: connection, hdr: SMB1::Header, is_orig: bool);

	## A response without content, for a command that can have content.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb1_empty_response: event(c: connection, hdr: SMB1::Header);

	## A response with an error.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## is_orig: True if the originator sent it.
	global smb1_error: event(c: connection, hdr: SMB1::Header, is_orig: bool);
}
