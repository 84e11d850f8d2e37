# SMB 1: commands, files and shares from its events.

@load ./main

module SMB1;

redef record SMB::CmdInfo += {
	## The dialects that the client offers, until the server has chosen.
	smb1_offered_dialects: string_vec &optional;
};

function new_state(): SMB::State
	{
	local state: SMB::State;
	state$fid_map = table();
	state$tid_map = table();
	state$pipe_map = table();
	state$pending_cmds = table();
	return state;
	}

event smb1_message(c: connection, hdr: SMB1::Header, is_orig: bool) &priority=5
	{
	if ( ! c?$smb_state )
		c$smb_state = new_state();

	local state = c$smb_state;

	if ( hdr$tid !in state$tid_map )
		state$tid_map[hdr$tid] = SMB::TreeInfo($uid=c$uid, $id=c$id);

	local tree = state$tid_map[hdr$tid];
	state$current_tree = tree;

	# This is still the previous command; a new one gets its share when its answer is handled.
	if ( tree?$path )
		state$current_cmd$tree = tree$path;
	if ( tree?$service )
		state$current_cmd$tree_service = tree$service;

	if ( hdr$mid !in state$pending_cmds )
		{
		local cmd = SMB::CmdInfo($uid=c$uid, $id=c$id, $version="SMB1", $command=SMB1::commands[hdr$command]);
		cmd$referenced_file = SMB::FileInfo($uid=c$uid, $id=c$id);
		cmd$referenced_tree = tree;
		state$pending_cmds[hdr$mid] = cmd;
		}

	state$current_cmd = state$pending_cmds[hdr$mid];

	if ( ! is_orig )
		{
		state$current_cmd$rtt = network_time() - state$current_cmd$ts;
		state$current_cmd$status = SMB::statuses[hdr$status]$id;
		}
	}

event smb1_message(c: connection, hdr: SMB1::Header, is_orig: bool) &priority=-5
	{
	if ( ! is_orig )
		delete c$smb_state$pending_cmds[hdr$mid];
	}

event smb1_negotiate_request(c: connection, hdr: SMB1::Header, dialects: string_vec) &priority=5
	{
	c$smb_state$current_cmd$smb1_offered_dialects = dialects;
	}

event smb1_negotiate_response(c: connection, hdr: SMB1::Header, response: SMB1::NegotiateResponse) &priority=5
	{
	local cmd = c$smb_state$current_cmd;
	if ( ! cmd?$smb1_offered_dialects )
		return;

	if ( response?$ntlm && response$ntlm$dialect_index < |cmd$smb1_offered_dialects| )
		cmd$argument = cmd$smb1_offered_dialects[response$ntlm$dialect_index];

	delete cmd$smb1_offered_dialects;
	}

event smb1_tree_connect_andx_request(c: connection, hdr: SMB1::Header, path: string, service: string) &priority=5
	{
	local cmd = c$smb_state$current_cmd;
	cmd$referenced_tree = SMB::TreeInfo($uid=c$uid, $id=c$id, $path=path, $service=service);
	cmd$argument = path;
	}

event smb1_tree_connect_andx_response(c: connection, hdr: SMB1::Header, service: string, native_file_system: string) &priority=5
	{
	local state = c$smb_state;
	local cmd = state$current_cmd;

	if ( ! cmd?$referenced_tree )
		{
		# The request was not seen.
		Reporter::conn_weird("smb_tree_connect_andx_response_without_tree", c, fmt("current_cmd=%s", cmd$command));
		return;
		}

	local tree = cmd$referenced_tree;
	tree$service = service;
	cmd$tree_service = service;
	if ( service == "IPC" )
		tree$share_type = "PIPE";
	if ( native_file_system != "" )
		tree$native_file_system = native_file_system;

	state$current_tree = tree;
	state$tid_map[hdr$tid] = tree;
	}

event smb1_tree_connect_andx_response(c: connection, hdr: SMB1::Header, service: string, native_file_system: string) &priority=-5
	{
	Log::write(SMB::MAPPING_LOG, c$smb_state$current_tree);
	}

event smb1_nt_create_andx_request(c: connection, hdr: SMB1::Header, file_name: string) &priority=5
	{
	local cmd = c$smb_state$current_cmd;
	cmd$referenced_file = SMB::FileInfo($uid=c$uid, $id=c$id, $name=file_name, $action=SMB::FILE_OPEN);
	cmd$argument = file_name;
	c$smb_state$current_file = cmd$referenced_file;
	}

event smb1_nt_create_andx_response(c: connection, hdr: SMB1::Header, file_id: count, file_size: count, times: SMB::MACTimes) &priority=5
	{
	local state = c$smb_state;
	local f = state$current_cmd$referenced_file;

	f$action = SMB::FILE_OPEN;
	f$fid = file_id;
	f$size = file_size;

	# Pipes have times before 1970.
	if ( time_to_double(times$modified) > 0.0 )
		f$times = times;

	state$fid_map[file_id] = f;
	state$current_file = f;
	SMB::write_file_log(state);
	}

# The share of the current file, if it is known and the file has no other.
function set_path(state: SMB::State)
	{
	if ( state$current_tree?$path && ! state$current_file?$path )
		state$current_file$path = state$current_tree$path;
	}

event smb1_read_andx_request(c: connection, hdr: SMB1::Header, file_id: count, offset: count, length: count) &priority=5
	{
	local state = c$smb_state;
	SMB::set_current_file(state, file_id);
	state$current_file$action = SMB::FILE_READ;
	if ( state$current_file?$name )
		state$current_cmd$argument = state$current_file$name;
	}

event smb1_read_andx_request(c: connection, hdr: SMB1::Header, file_id: count, offset: count, length: count) &priority=-5
	{
	set_path(c$smb_state);
	SMB::write_file_log(c$smb_state);
	}

event smb1_write_andx_request(c: connection, hdr: SMB1::Header, file_id: count, offset: count, data_len: count) &priority=5
	{
	local state = c$smb_state;
	SMB::set_current_file(state, file_id);
	state$current_file$action = SMB::FILE_WRITE;
	if ( ! state$current_cmd?$argument && state$current_file?$name )
		state$current_cmd$argument = state$current_file$name;
	}

event smb1_write_andx_request(c: connection, hdr: SMB1::Header, file_id: count, offset: count, data_len: count)
	{
	local state = c$smb_state;
	if ( state?$current_file && state$current_file?$uuid )
		state$pipe_map[file_id] = state$current_file$uuid;
	}

event smb1_write_andx_request(c: connection, hdr: SMB1::Header, file_id: count, offset: count, data_len: count) &priority=-5
	{
	set_path(c$smb_state);
	}

event smb1_close_request(c: connection, hdr: SMB1::Header, file_id: count) &priority=5
	{
	SMB::set_current_file(c$smb_state, file_id);
	c$smb_state$current_file$action = SMB::FILE_CLOSE;
	}

event smb1_close_request(c: connection, hdr: SMB1::Header, file_id: count) &priority=-5
	{
	local state = c$smb_state;
	if ( file_id !in state$fid_map )
		return;

	local f = state$fid_map[file_id];
	if ( state$current_tree?$path )
		f$path = state$current_tree$path;
	if ( f?$name )
		state$current_cmd$argument = f$name;

	delete state$fid_map[file_id];
	SMB::write_file_log(state);
	}

event smb1_transaction_request(c: connection, hdr: SMB1::Header, name: string, sub_cmd: count, parameters: string, data: string)
	{
	c$smb_state$current_cmd$sub_command = SMB1::trans_sub_commands[sub_cmd];
	}

event smb1_transaction2_request(c: connection, hdr: SMB1::Header, args: SMB1::Trans2_Args, sub_cmd: count)
	{
	c$smb_state$current_cmd$sub_command = SMB1::trans2_sub_commands[sub_cmd];
	}

event smb1_trans2_get_dfs_referral_request(c: connection, hdr: SMB1::Header, file_name: string)
	{
	c$smb_state$current_cmd$argument = file_name;
	}

event smb1_trans2_query_path_info_request(c: connection, hdr: SMB1::Header, file_name: string)
	{
	c$smb_state$current_cmd$argument = file_name;
	}

event smb1_trans2_find_first2_request(c: connection, hdr: SMB1::Header, args: SMB1::Find_First2_Request_Args)
	{
	c$smb_state$current_cmd$argument = args$file_name;
	}
