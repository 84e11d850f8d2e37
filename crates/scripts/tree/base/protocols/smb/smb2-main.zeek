# SMB 2 and 3: commands, files and shares from their events.

@load base/frameworks/notice/weird

@load ./main

module SMB2;

redef record SMB::CmdInfo += {
	## The dialects that the client offers, until the server has chosen.
	smb2_offered_dialects: index_vec &optional;

	## The requested way to open a file, for use when it was opened.
	smb2_create_options: count &default=0;
};

# The file is deleted when it is closed ([MS-SMB2] 2.2.13).
const FILE_DELETE_ON_CLOSE = 0x00001000;

# Combines the two halves of a file id.
function file_number(id: SMB2::GUID): count
	{
	return id$persistent + id$volatile;
	}

# Sets the current file and the action on it; the action's name depends on the kind of share.
function use_file(c: connection, id: SMB2::GUID, on_disk: SMB::Action, on_pipe: SMB::Action, on_printer: SMB::Action)
	{
	local state = c$smb_state;
	SMB::set_current_file(state, file_number(id));

	switch ( state$current_tree$share_type ) {
	case "PIPE":
		state$current_file$action = on_pipe;
		break;
	case "PRINT":
		state$current_file$action = on_printer;
		break;
	default:
		state$current_file$action = on_disk;
		break;
	}
	}

event smb2_message(c: connection, hdr: SMB2::Header, is_orig: bool) &priority=5
	{
	if ( ! c?$smb_state )
		{
		local fresh: SMB::State;
		fresh$fid_map = table();
		fresh$tid_map = table();
		fresh$pending_cmds = table();
		fresh$pipe_map = table();
		c$smb_state = fresh;
		}

	local state = c$smb_state;
	local tid = hdr$tree_id;
	local mid = hdr$message_id;

	if ( mid !in state$pending_cmds )
		{
		local new_cmd = SMB::CmdInfo($uid=c$uid, $id=c$id, $version="SMB2", $command=SMB2::commands[hdr$command]);
		new_cmd$referenced_file = SMB::FileInfo($uid=c$uid, $id=c$id);
		state$pending_cmds[mid] = new_cmd;
		}

	local cmd = state$pending_cmds[mid];
	state$current_cmd = cmd;

	if ( tid == 0 )
		cmd$referenced_tree = SMB::TreeInfo($uid=c$uid, $id=c$id);
	else
		{
		# The response to a connect is the first message with the tree id.
		if ( cmd?$referenced_tree )
			state$tid_map[tid] = cmd$referenced_tree;
		else if ( tid !in state$tid_map )
			state$tid_map[tid] = SMB::TreeInfo($uid=c$uid, $id=c$id);

		cmd$referenced_tree = state$tid_map[tid];
		}

	state$current_file = cmd$referenced_file;
	state$current_tree = cmd$referenced_tree;

	if ( ! is_orig )
		{
		cmd$rtt = network_time() - cmd$ts;
		cmd$status = SMB::statuses[hdr$status]$id;
		}
	}

event smb2_message(c: connection, hdr: SMB2::Header, is_orig: bool) &priority=-5
	{
	# A pending request gets a second answer.
	if ( ! is_orig && c$smb_state$current_cmd$status != "PENDING" )
		delete c$smb_state$pending_cmds[hdr$message_id];
	}

event smb2_negotiate_request(c: connection, hdr: SMB2::Header, dialects: index_vec) &priority=5
	{
	c$smb_state$current_cmd$smb2_offered_dialects = dialects;
	}

event smb2_negotiate_response(c: connection, hdr: SMB2::Header, response: SMB2::NegotiateResponse) &priority=5
	{
	local cmd = c$smb_state$current_cmd;
	if ( ! cmd?$smb2_offered_dialects )
		return;

	for ( _, dialect in cmd$smb2_offered_dialects )
		{
		if ( dialect == response$dialect_revision )
			{
			cmd$argument = SMB2::dialects[dialect];
			break;
			}
		}

	delete cmd$smb2_offered_dialects;
	}

event smb2_tree_connect_request(c: connection, hdr: SMB2::Header, path: string) &priority=5
	{
	c$smb_state$current_tree$path = path;
	}

event smb2_tree_connect_response(c: connection, hdr: SMB2::Header, response: SMB2::TreeConnectResponse) &priority=5
	{
	c$smb_state$current_tree$share_type = SMB2::share_types[response$share_type];
	}

event smb2_tree_connect_response(c: connection, hdr: SMB2::Header, response: SMB2::TreeConnectResponse) &priority=-5
	{
	Log::write(SMB::MAPPING_LOG, c$smb_state$current_tree);
	}

event smb2_tree_disconnect_request(c: connection, hdr: SMB2::Header) &priority=5
	{
	local state = c$smb_state;
	if ( hdr$tree_id !in state$tid_map )
		return;

	delete state$tid_map[hdr$tree_id];
	delete state$current_tree;
	delete state$current_cmd$referenced_tree;
	}

# The action for opening a file on each type of share; everything else is a disk.
const open_actions: table[string] of SMB::Action = {
	["PIPE"] = SMB::PIPE_OPEN,
	["PRINT"] = SMB::PRINT_OPEN,
} &default=SMB::FILE_OPEN;

event smb2_create_request(c: connection, hdr: SMB2::Header, request: SMB2::CreateRequest) &priority=5
	{
	# The root of a share has no name (MS-SMB2, 2.2.13).
	if ( request$filename == "" )
		request$filename = "<share_root>";

	local state = c$smb_state;
	local f = state$current_file;
	f$action = open_actions[state$current_tree$share_type];
	f$name = request$filename;
	state$current_cmd$smb2_create_options = request$create_options;
	}

event smb2_create_response(c: connection, hdr: SMB2::Header, response: SMB2::CreateResponse) &priority=5
	{
	local state = c$smb_state;
	local fid = file_number(response$file_id);
	SMB::set_current_file(state, fid);

	local f = state$current_file;
	f$fid = fid;
	f$size = response$size;
	if ( state$current_tree?$path )
		f$path = state$current_tree$path;

	# Pipes have times before 1970.
	if ( time_to_double(response$times$modified) > 0.0 )
		f$times = response$times;

	state$fid_map[fid] = f;

	# Opening with delete-on-close counts as a deletion.
	if ( hdr$status == 0 && ( state$current_cmd$smb2_create_options & FILE_DELETE_ON_CLOSE ) != 0 )
		event smb2_file_delete(c, hdr, response$file_id, T);
	}

event smb2_create_response(c: connection, hdr: SMB2::Header, response: SMB2::CreateResponse) &priority=-5
	{
	SMB::write_file_log(c$smb_state);
	}

event smb2_read_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count) &priority=5
	{
	use_file(c, file_id, SMB::FILE_READ, SMB::PIPE_READ, SMB::PRINT_READ);
	}

event smb2_read_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count) &priority=-5
	{
	SMB::write_file_log(c$smb_state);
	}

event smb2_write_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count) &priority=5
	{
	use_file(c, file_id, SMB::FILE_WRITE, SMB::PIPE_WRITE, SMB::PRINT_WRITE);
	}

event smb2_write_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, offset: count, length: count) &priority=-5
	{
	SMB::write_file_log(c$smb_state);
	}

event smb2_file_sattr(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, times: SMB::MACTimes, attrs: SMB2::FileAttrs) &priority=5
	{
	SMB::set_current_file(c$smb_state, file_number(file_id));
	c$smb_state$current_file$action = SMB::FILE_SET_ATTRIBUTE;
	}

event smb2_file_sattr(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, times: SMB::MACTimes, attrs: SMB2::FileAttrs) &priority=-5
	{
	SMB::write_file_log(c$smb_state);
	}

event smb2_file_rename(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, dst_filename: string) &priority=5
	{
	SMB::set_current_file(c$smb_state, file_number(file_id));

	local f = c$smb_state$current_file;
	if ( f?$name )
		f$prev_name = f$name;
	f$name = dst_filename;
	f$action = SMB::FILE_RENAME;
	}

event smb2_file_rename(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, dst_filename: string) &priority=-5
	{
	SMB::write_file_log(c$smb_state);
	}

event smb2_file_delete(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, delete_pending: bool) &priority=5
	{
	SMB::set_current_file(c$smb_state, file_number(file_id));

	# A deletion can also be canceled.
	if ( delete_pending )
		c$smb_state$current_file$action = SMB::FILE_DELETE;
	}

event smb2_file_delete(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID, delete_pending: bool) &priority=-5
	{
	SMB::write_file_log(c$smb_state);
	}

event smb2_close_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID) &priority=5
	{
	use_file(c, file_id, SMB::FILE_CLOSE, SMB::PIPE_CLOSE, SMB::PRINT_CLOSE);
	}

event smb2_close_request(c: connection, hdr: SMB2::Header, file_id: SMB2::GUID) &priority=-5
	{
	local state = c$smb_state;
	local fid = file_number(file_id);
	if ( fid !in state$fid_map )
		return;

	# The connect may not have been seen.
	if ( state$current_tree?$path )
		state$fid_map[fid]$path = state$current_tree$path;

	delete state$fid_map[fid];
	SMB::write_file_log(state);
	}

event smb2_discarded_messages_state(c: connection, state: string)
	{
	if ( ! c?$smb_state )
		return;

	local known = c$smb_state;
	local sizes = fmt("fid_map=%d tid_map=%d pending_cmds=%d pipe_map=%d", |known$fid_map|, |known$tid_map|,
	                  |known$pending_cmds|, |known$pipe_map|);
	Reporter::conn_weird("SMB_discarded_messages_state", c, fmt("state=%s %s", state, sizes), "SMB2");

	# Shares and pipes are kept, since they are few.
	if ( SMB::enable_clear_script_state )
		{
		known$pending_cmds = table();
		known$fid_map = table();
		}
	}
