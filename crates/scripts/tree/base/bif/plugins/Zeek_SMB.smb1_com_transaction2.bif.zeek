# What the SMB part declares: smb1 com transaction2.

module GLOBAL;

export {
	## A transaction about files.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## args: What its fixed part says.
	##
	## sub_cmd: The kind of transaction.
	global smb1_transaction2_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Trans2_Args, sub_cmd: count);

	## Files are looked for.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## args: Which.
	global smb1_trans2_find_first2_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Find_First2_Request_Args);

	## What is known of a path is asked for.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_name: The path.
	global smb1_trans2_query_path_info_request: event(c: connection, hdr: SMB1::Header, file_name: string);

	## Where a path of the distributed file system leads is asked for.
	##
	## c: The connection.
	##
	## hdr: The header of the message.
	##
	## file_name: The path.
	global smb1_trans2_get_dfs_referral_request: event(c: connection, hdr: SMB1::Header, file_name: string);
}
