# What the SMB part declares: smb1 com transaction.

module GLOBAL;

export {
	## A transaction: a pipe, a mailslot, or a call of the old remote administration.
	global smb1_transaction_request: event(c: connection, hdr: SMB1::Header, name: string, sub_cmd: count, parameters: string, data: string);
	## Its answer.
	global smb1_transaction_response: event(c: connection, hdr: SMB1::Header, parameters: string, data: string);
}
