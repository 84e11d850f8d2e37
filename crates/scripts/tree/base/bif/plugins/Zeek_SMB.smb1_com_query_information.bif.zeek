# What the SMB part declares: smb1 com query information.

module GLOBAL;

export {
	## A file's attributes are asked for.
	global smb1_query_information_request: event(c: connection, hdr: SMB1::Header, filename: string);
}
