# smb_files.log and smb_mapping.log: actions on files, and connected shares.
#
# Common parts of SMB 1 and SMB 2/3. A connection's State maps the protocol's ids: pending commands by message id,
# files by file id, shares by tree id.

@load ./consts
@load ./const-dos-error
@load ./const-nt-status

module SMB;

export {
	redef enum Log::ID += {
		MAPPING_LOG,
		FILES_LOG,
	};

	global log_policy_files: Log::PolicyHook;
	global log_policy_mapping: Log::PolicyHook;

	## Actions on a file, a pipe or a printer.
	type Action: enum {
		FILE_READ,
		FILE_WRITE,
		FILE_OPEN,
		FILE_CLOSE,
		FILE_DELETE,
		FILE_RENAME,
		FILE_SET_ATTRIBUTE,

		PIPE_READ,
		PIPE_WRITE,
		PIPE_OPEN,
		PIPE_CLOSE,

		PRINT_READ,
		PRINT_WRITE,
		PRINT_OPEN,
		PRINT_CLOSE,
	};

	## The actions that are logged.
	option logged_file_actions: set[Action] = {
		FILE_OPEN,
		FILE_RENAME,
		FILE_DELETE,

		PRINT_OPEN,
		PRINT_CLOSE,
	};

	## Whether a connection whose unanswered requests were discarded also discards files and commands: packets are being
	## lost, and this state would only grow.
	option enable_clear_script_state = T;

	## A line of smb_files.log.
	type FileInfo: record {
		## When the file was first seen.
		ts: time &log &default=network_time();
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The file, if its contents were seen.
		fuid: string &log &optional;

		## The action.
		action: Action &log &optional;
		## The share.
		path: string &log &optional;
		## The file's name in it.
		name: string &log &optional;
		## Its size in bytes.
		size: count &log &default=0;
		## Its previous name.
		prev_name: string &log &optional;
		## When it was modified, accessed and created.
		times: SMB::MACTimes &log &optional;
	};

	## A line of smb_mapping.log.
	type TreeInfo: record {
		## When the share was connected.
		ts: time &log &default=network_time();
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## The share.
		path: string &log &optional;
		## The kind of service (SMB 1).
		service: string &log &optional;
		## The file system of the share.
		native_file_system: string &log &optional;
		## The kind of share (SMB 2/3; inferred for SMB 1).
		share_type: string &log &default="DISK";
	};

	## A line of smb_cmd.log, which policy/protocols/smb/log-cmds writes.
	type CmdInfo: record {
		## When the request was seen.
		ts: time &log &default=network_time();
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## The command.
		command: string &log;
		## The subcommand of a transaction.
		sub_command: string &log &optional;
		## The command's argument.
		argument: string &log &optional;

		## The server's status.
		status: string &log &optional;
		## From request to response.
		rtt: interval &log &optional;
		## The protocol version: SMB1 or SMB2.
		version: string &log;

		## The user, if known.
		username: string &log &optional;

		## The share that the command refers to.
		tree: string &log &optional;
		## The share's kind of service.
		tree_service: string &log &optional;

		## The file that the command refers to.
		referenced_file: FileInfo &log &optional;
		## The share that the command refers to.
		referenced_tree: TreeInfo &optional;
	};

	## What is known of a connection.
	type State: record {
		## The current command.
		current_cmd: CmdInfo &optional;
		## The file that it refers to.
		current_file: FileInfo &optional;
		## The share that it refers to.
		current_tree: TreeInfo &optional;

		## Pending commands, by message id.
		pending_cmds: table[count] of CmdInfo &optional;
		## Open files, by file id.
		fid_map: table[count] of FileInfo &optional;
		## Connected shares, by tree id.
		tid_map: table[count] of TreeInfo &optional;
		## Interfaces bound to open pipes, by the pipe's file id.
		pipe_map: table[count] of string &optional;

		## Recently logged actions, so that repeated actions are logged once.
		recent_files: set[string] &default=set() &read_expire=3min;
	};

	redef record connection += {
		smb_state: State &optional;
	};

	## Sets the current file by its id. For use by these scripts only.
	const set_current_file: function(smb_state: State, file_id: count) &redef;

	## Logs the current file, if its action is logged. For use by these scripts only.
	const write_file_log: function(state: State) &redef;
}

redef record FileInfo += {
	## The file id.
	fid: count &optional;

	## The interface bound to it, if it is a pipe.
	uuid: string &optional;
};

const ports = { 139/tcp, 445/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SMB, ports);
	Log::create_stream(SMB::FILES_LOG, Log::Stream($path="smb_files", $columns=FileInfo, $policy=log_policy_files));
	Log::create_stream(SMB::MAPPING_LOG, Log::Stream($path="smb_mapping", $columns=TreeInfo,
	                                                 $policy=log_policy_mapping));
	}

function set_current_file(smb_state: State, file_id: count)
	{
	local cmd = smb_state$current_cmd;

	if ( file_id !in smb_state$fid_map )
		{
		# The file was opened before the capture began, so the command's fields describe it.
		cmd$referenced_file$fid = file_id;
		smb_state$fid_map[file_id] = cmd$referenced_file;
		}

	cmd$referenced_file = smb_state$fid_map[file_id];
	smb_state$current_file = cmd$referenced_file;
	}

# What identifies an action on a file. Reading changes the access time, so that is left out.
function fingerprint(f: FileInfo): string
	{
	local times = copy(f$times);
	times$accessed = double_to_time(0.0);
	times$accessed_raw = 0;

	return cat(f$action, f?$fuid ? f$fuid : "", f?$name ? f$name : "", f?$path ? f$path : "", f$size, times);
	}

function write_file_log(state: State)
	{
	local f = state$current_file;

	if ( ! f?$name || ! f?$action || f$action !in logged_file_actions )
		return;

	if ( f?$times )
		{
		local seen = fingerprint(f);
		if ( seen in state$recent_files )
			return;
		add state$recent_files[seen];
		}

	Log::write(FILES_LOG, f);
	}

event smb_pipe_connect_heuristic(c: connection) &priority=5
	{
	c$smb_state$current_tree$path = "<unknown>";
	c$smb_state$current_tree$share_type = "PIPE";
	}

function log_current_file(c: connection)
	{
	if ( c?$smb_state && c$smb_state?$current_file )
		write_file_log(c$smb_state);
	}

event file_state_remove(f: fa_file) &priority=-5
	{
	if ( f$source == "SMB" )
		for ( _, carrier in f$conns )
			{
			# One connection is enough.
			log_current_file(carrier);
			break;
			}
	}
