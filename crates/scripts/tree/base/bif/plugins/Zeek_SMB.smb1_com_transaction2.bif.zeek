# What the SMB part declares: smb1 com transaction2.

module GLOBAL;

export {
	## A transaction of the second kind: file systems and directories.
	global smb1_transaction2_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Trans2_Args, sub_cmd: count);
	## A search for files.
	global smb1_trans2_find_first2_request: event(c: connection, hdr: SMB1::Header, args: SMB1::Find_First2_Request_Args);
	## A path's attributes are asked for.
	global smb1_trans2_query_path_info_request: event(c: connection, hdr: SMB1::Header, file_name: string);
	## Where a path of a distributed file system leads.
	global smb1_trans2_get_dfs_referral_request: event(c: connection, hdr: SMB1::Header, file_name: string);
}
