# Declarations of the SMB plugin: smb1 com nt cancel.

module GLOBAL;

export {
	## A request is canceled.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	global smb1_nt_cancel_request: event(c: connection, hdr: SMB1::Header);
}
