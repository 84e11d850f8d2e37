# What the SMB part declares: smb1 com tree connect andx.

module GLOBAL;

export {
	## A share is connected.
	global smb1_tree_connect_andx_request: event(c: connection, hdr: SMB1::Header, path: string, service: string);
	## A share was connected.
	global smb1_tree_connect_andx_response: event(c: connection, hdr: SMB1::Header, service: string, native_file_system: string);
}
