# What the SMB part declares: smb1 com transaction2 secondary.

module GLOBAL;

export {
	## More of a transaction of the second kind.
	global smb1_transaction2_secondary_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Trans2_Sec_Args, parameters: string, data: string);
}
