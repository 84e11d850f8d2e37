# Declarations of the SMB plugin: smb1 com transaction2.

module GLOBAL;

export {
	## A transaction about files.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## args: Its fixed part.
	##
	## sub_cmd: The kind of transaction.
	global smb1_transaction2_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Trans2_Args, sub_cmd: count);

	## A search for files.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## args: The search.
	global smb1_trans2_find_first2_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Find_First2_Request_Args);

	## A request for information about a path.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_name: The path.
	global smb1_trans2_query_path_info_request: event(c: connection, hdr: SMB1::Header, file_name: string);

	## A request for the target of a path in the distributed file system.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_name: The path.
	global smb1_trans2_get_dfs_referral_request: event(c: connection, hdr: SMB1::Header, file_name: string);
}
