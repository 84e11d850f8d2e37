# What the SMB part declares: smb2 com transform header.

module GLOBAL;

export {
	## An encrypted message.
	##
	## c: The connection.
	##
	## hdr: What stands before it.
	global smb2_transform_header: event(c: connection, hdr: SMB2::Transform_header);
}
