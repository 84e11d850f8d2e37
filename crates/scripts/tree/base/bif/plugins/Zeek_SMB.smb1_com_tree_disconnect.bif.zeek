# What the SMB part declares: smb1 com tree disconnect.

module GLOBAL;

export {
	## A share is left.
	global smb1_tree_disconnect: event(c: connection, hdr: SMB1::Header, is_orig: bool);
}
