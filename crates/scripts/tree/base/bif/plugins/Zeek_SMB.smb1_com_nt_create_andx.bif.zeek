# What the SMB part declares: smb1 com nt create andx.

module GLOBAL;

export {
	## A file is to be opened or made.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_name: Its name.
	global smb1_nt_create_andx_request: event(c: connection, hdr: SMB1::Header, file_name: string);

	## A file was opened or made.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_id: The file.
	##
	## file_size: Its bytes.
	##
	## times: Its times.
	global smb1_nt_create_andx_response: event(c: connection, hdr: SMB1::Header, file_id: count, file_size: count, times: SMB::MACTimes);
}
