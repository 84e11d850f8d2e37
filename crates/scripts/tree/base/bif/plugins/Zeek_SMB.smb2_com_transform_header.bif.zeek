# Declarations of the SMB plugin: smb2 com transform header.

module GLOBAL;

export {
	## An encrypted message.
	##
	## c: The connection.
	##
	## hdr: The header before the encrypted data.
	global smb2_transform_header: event(c: connection, hdr: SMB2::Transform_header);
}
