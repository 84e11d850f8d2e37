# Declarations of the SMB plugin: smb1 com transaction2 secondary.

module GLOBAL;

export {
	## More of a transaction about files.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## args: Its fixed part.
	##
	## parameters: More parameters.
	##
	## data: More data.
	global smb1_transaction2_secondary_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Trans2_Sec_Args, parameters: string, data: string);
}
