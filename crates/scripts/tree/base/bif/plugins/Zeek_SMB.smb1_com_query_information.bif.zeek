# What the SMB part declares: smb1 com query information.

module GLOBAL;

export {
	## The attributes of a file are asked for.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## filename: Its name.
	global smb1_query_information_request: event(c: connection, hdr: SMB1::Header, filename: string);
}
