# Declarations of the SMB plugin: smb1 com nt create andx.

module GLOBAL;

export {
	## A request to open or create a file.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_name: Its name.
	global smb1_nt_create_andx_request: event(c: connection, hdr: SMB1::Header, file_name: string);

	## A file was opened or created.
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
