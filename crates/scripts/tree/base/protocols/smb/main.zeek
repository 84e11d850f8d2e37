# smb_files.log and smb_mapping.log: what was done to files, and which shares were connected.
#
# What both generations share. A connection's State maps the numbers of the protocol to what they stand for: commands
# that wait for their answer by message, files by their number, shares by theirs.

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

	## What is done to a file, a pipe or a printer.
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

	## What is logged of that.
	option logged_file_actions: set[Action] = {
		FILE_OPEN,
		FILE_RENAME,
		FILE_DELETE,

		PRINT_OPEN,
		PRINT_CLOSE,
	};

	## Whether a connection whose unanswered requests were forgotten forgets files and commands too: packets are being
	## lost, and what refers to them would only grow.
	option enable_clear_script_state = T;

	## A line of smb_files.log.
	type FileInfo: record {
		## When the file was first seen.
		ts: time &log &default=network_time();
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The file, where its contents were seen.
		fuid: string &log &optional;

		## What was done.
		action: Action &log &optional;
		## The share.
		path: string &log &optional;
		## The file's name in it.
		name: string &log &optional;
		## How many bytes it has.
		size: count &log &default=0;
		## What it was called before.
		prev_name: string &log &optional;
		## When it was changed, read and made.
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
		## What kind of thing it serves, as the first generation says it.
		service: string &log &optional;
		## The file system behind it.
		native_file_system: string &log &optional;
		## The kind of share, as the second generation says it: of the first it is inferred.
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
		## What a transaction does.
		sub_command: string &log &optional;
		## What the command is about.
		argument: string &log &optional;

		## How the server answered.
		status: string &log &optional;
		## From request to response.
		rtt: interval &log &optional;
		## The generation.
		version: string &log;

		## The user, if known.
		username: string &log &optional;

		## The share that the command is about.
		tree: string &log &optional;
		## What kind of thing it serves.
		tree_service: string &log &optional;

		## The file that the command is about.
		referenced_file: FileInfo &log &optional;
		## The share that the command is about.
		referenced_tree: TreeInfo &optional;
	};

	## What is known of a connection.
	type State: record {
		## The command at hand.
		current_cmd: CmdInfo &optional;
		## The file that it is about.
		current_file: FileInfo &optional;
		## The share that it is about.
		current_tree: TreeInfo &optional;

		## Commands that wait for their answer, by message.
		pending_cmds: table[count] of CmdInfo &optional;
		## Open files, by their number.
		fid_map: table[count] of FileInfo &optional;
		## Connected shares, by their number.
		tid_map: table[count] of TreeInfo &optional;
		## Interfaces behind open pipes, by the pipe's number.
		pipe_map: table[count] of string &optional;

		## What was logged of late, so that what is done again and again is logged once.
		recent_files: set[string] &default=set() &read_expire=3min;
	};

	redef record connection += {
		smb_state: State &optional;
	};

	## Makes the file with this number the one at hand. Used inside of these scripts.
	const set_current_file: function(smb_state: State, file_id: count) &redef;

	## Logs the file at hand, if what is done to it is logged. Used inside of these scripts.
	const write_file_log: function(state: State) &redef;
}

redef record FileInfo += {
	## The number of the open file.
	fid: count &optional;

	## The interface behind it, if it is a pipe.
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
		# The file was opened before the capture began, so what the command tells stands for it.
		cmd$referenced_file$fid = file_id;
		smb_state$fid_map[file_id] = cmd$referenced_file;
		}

	cmd$referenced_file = smb_state$fid_map[file_id];
	smb_state$current_file = cmd$referenced_file;
	}

# What makes one use of a file the same as another. Reading changes the time of access, so that does not count.
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
