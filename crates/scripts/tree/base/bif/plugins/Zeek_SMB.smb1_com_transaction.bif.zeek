# Declarations of the SMB plugin: smb1 com transaction.

module GLOBAL;

export {
	## A transaction: mostly a message to a pipe.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## name: The pipe or mail slot.
	##
	## sub_cmd: The kind of transaction.
	##
	## parameters: Its parameters.
	##
	## data: Its data.
	global smb1_transaction_request: event(c: connection, hdr: SMB1::Header, name: string, sub_cmd: count, parameters: string, data: string);

	## The answer to a transaction.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## parameters: Its parameters.
	##
	## data: Its data.
	global smb1_transaction_response: event(c: connection, hdr: SMB1::Header, parameters: string, data: string);
}
