# Declarations of the SMB plugin: smb1 com query information.

module GLOBAL;

export {
	## A request for the attributes of a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## filename: Its name.
	global smb1_query_information_request: event(c: connection, hdr: SMB1::Header, filename: string);
}
