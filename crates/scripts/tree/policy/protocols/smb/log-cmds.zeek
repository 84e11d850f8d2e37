# smb_cmd.log: a row for each answered command. The log is long, and mainly useful for debugging.

@load base/protocols/smb

module SMB;

export {
	redef enum Log::ID += { CMD_LOG };

	global log_policy: Log::PolicyHook;

	## Commands with these answers are not logged.
	option ignored_command_statuses: set[string] = {
		"MORE_PROCESSING_REQUIRED",
	};
}

# Commands that are logged only if they fail: other logs have more about them.
const deferred_logging_cmds: set[string] = {
	"NEGOTIATE",
	"READ_ANDX",
	"SESSION_SETUP_ANDX",
	"TREE_CONNECT_ANDX",
};

event zeek_init() &priority=5
	{
	Log::create_stream(SMB::CMD_LOG, Log::Stream($path="smb_cmd", $columns=CmdInfo, $policy=log_policy));
	}

event smb1_message(c: connection, hdr: SMB1::Header, is_orig: bool) &priority=-5
	{
	local cmd = c$smb_state$current_cmd;
	if ( ! is_orig && cmd$status !in ignored_command_statuses && cmd$command !in deferred_logging_cmds )
		Log::write(SMB::CMD_LOG, cmd);
	}

event smb1_error(c: connection, hdr: SMB1::Header, is_orig: bool)
	{
	local cmd = c$smb_state$current_cmd;
	if ( ! is_orig && cmd$status !in ignored_command_statuses && cmd$command in deferred_logging_cmds )
		Log::write(SMB::CMD_LOG, cmd);
	}

event smb2_message(c: connection, hdr: SMB2::Header, is_orig: bool) &priority=-5
	{
	if ( is_orig )
		return;

	# What is pending is answered once more.
	local cmd = c$smb_state$current_cmd;
	if ( cmd$status != "PENDING" && cmd$status !in ignored_command_statuses && cmd$command !in deferred_logging_cmds )
		Log::write(SMB::CMD_LOG, cmd);
	}
