# What the SMB part declares: smb1 com transaction secondary.

module GLOBAL;

export {
	## More of a transaction.
	global smb1_transaction_secondary_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Trans_Sec_Args, parameters: string, data: string);
}
