# ftp.log: commands of interest with their replies, and the data connections that they announce.

@load ./info
@load ./utils
@load ./utils-commands
@load base/utils/paths
@load base/utils/numbers
@load base/utils/addrs
@load base/frameworks/cluster
@load base/frameworks/notice/weird
@load base/protocols/conn/removal-hooks

module FTP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Commands that are logged.
	option logged_commands = {
		"APPE", "DELE", "RETR", "STOR", "STOU", "ACCT", "PORT", "PASV", "EPRT", "EPSV"
	};

	## Users whose passwords are not secret.
	option guest_ids = { "anonymous", "ftp", "ftpuser", "guest" };

	## The digits of a reply code.
	type ReplyCode: record {
		x: count;
		y: count;
		z: count;
	};

	## Splits a code into its digits.
	global parse_ftp_reply_code: function(code: count): ReplyCode;

	## Raised for each line of the log.
	global log_ftp: event(rec: Info);

	## Logs what is pending when a control connection ends.
	global finalize_ftp: Conn::RemovalHook;

	## Removes the expectation when a data connection ends.
	global finalize_ftp_data: hook(c: connection);

	## How many commands may wait for replies; more are not kept.
	option max_pending_commands = 20;

	## Longer user names are truncated.
	option max_user_length = 128;

	## Longer passwords are truncated.
	option max_password_length = 128;

	## Longer arguments are truncated.
	option max_arg_length = 4096;

	## Longer reply texts are truncated.
	option max_reply_msg_length = 4096;
}

redef record connection += {
	ftp:            Info &optional;
	ftp_data_reuse: bool &default=F;
};

const ports = { 21/tcp, 2811/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_FTP, ports);
	Log::create_stream(FTP::LOG, Log::Stream($path="ftp", $columns=Info, $policy=log_policy, $ev=log_ftp));
	}

# Sessions by the data connection that they expect.
global ftp_data_expected: table[addr, port] of Info &read_expire=5mins;

# Commands that name a file or directory.
const file_cmds = {
	"APPE", "CWD", "DELE", "MDTM", "MKD", "REST", "RETR", "RMD", "RNFR", "RNTO", "SIZE", "STOR", "STOU"
};

# Replies that change or state the working directory. Servers answer CDUP in different ways.
const directory_cmds = {
	["CDUP", 200],
	["CDUP", 250],
	["CWD", 250],
	["PWD", 257],
	["XPWD", 257],
};

function parse_ftp_reply_code(code: count): ReplyCode
	{
	return ReplyCode($x=code / 100, $y=code / 10 % 10, $z=code % 10);
	}

# The node that passes expectations on to all workers.
function relay_topic(): string &is_used
	{
	local proxies = Cluster::rr_topic(Cluster::proxy_pool, "ftp_transfer_rr_key");
	return proxies != "" ? proxies : Cluster::manager_topic;
	}

# The part of a session that other nodes need, for expected data connections.
function minimize_info(info: Info): Info &is_used
	{
	return Info($ts=info$ts, $uid=info$uid, $id=info$id, $user=info$user, $passive=info$passive,
	            $pending_commands=PendingCmds());
	}

function expect_data(s: Info, chan: ExpectedDataChannel)
	{
	Analyzer::schedule_analyzer(chan$orig_h, chan$resp_h, chan$resp_p, Analyzer::ANALYZER_FTP_DATA, 5mins);
	ftp_data_expected[chan$resp_h, chan$resp_p] = s;
	}

@if ( Cluster::local_node_type() == Cluster::PROXY || Cluster::local_node_type() == Cluster::MANAGER )
event sync_add_expected_data(s: Info, chan: ExpectedDataChannel) &is_used
	{
	Cluster::publish(Cluster::worker_topic, sync_add_expected_data, minimize_info(s), chan);
	}

event sync_remove_expected_data(resp_h: addr, resp_p: port) &is_used
	{
	Cluster::publish(Cluster::worker_topic, sync_remove_expected_data, resp_h, resp_p);
	}
@else
event sync_add_expected_data(s: Info, chan: ExpectedDataChannel) &is_used
	{
	expect_data(s, chan);
	}

event sync_remove_expected_data(resp_h: addr, resp_p: port) &is_used
	{
	delete ftp_data_expected[resp_h, resp_p];
	}
@endif

function add_expected_data_channel(s: Info, chan: ExpectedDataChannel)
	{
	s$data_channel = chan;
	s$passive = chan$passive;
	expect_data(s, chan);
@if ( Cluster::is_enabled() )
	Cluster::publish(relay_topic(), sync_add_expected_data, minimize_info(s), chan);
@endif
	}

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_ftp);
	local row = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	c$ftp = row;

	# The server speaks first: its greeting answers the connection itself (RFC 959, 5.4).
	add_pending_cmd(row$pending_commands, ++row$command_seq, "<init>", "");
	return row;
	}

# The session of a control connection, created by its first message.
function row_of(c: connection): Info
	{
	return c?$ftp ? c$ftp : open_row(c);
	}

# Whether the password of a session is secret.
function should_hide_password(s: Info): bool
	{
	return ! s$capture_password && to_lower(s$user) !in guest_ids;
	}

# Truncates a text, with a weird if it was too long.
function cut_to(c: connection, text: string, longest: count, weird: string): string
	{
	if ( |text| <= longest )
		return text;

	Reporter::conn_weird(weird, c, cat(|text|), "FTP");
	return text[:longest];
	}

# Logs the command that the last reply answered.
function ftp_message(c: connection)
	{
	if ( ! c?$ftp )
		return;

	local s = c$ftp;
	s$ts = s$cmdarg$ts;
	s$command = s$cmdarg$cmd;
	s$arg = s$cmdarg$arg;

	if ( s$command in file_cmds )
		s$arg = build_url_ftp(s);

	s$arg = cut_to(c, s$arg, max_arg_length, "FTP_arg_too_long");

	if ( s?$reply_msg )
		s$reply_msg = cut_to(c, s$reply_msg, max_reply_msg_length, "FTP_reply_msg_too_long");

	if ( should_hide_password(s) )
		{
		if ( s$command == "PASS" )
			s$arg = "<hidden>";

		if ( s?$password )
			s$password = "<hidden>";
		}

	if ( s$arg == "" )
		delete s$arg;

	if ( s$command in logged_commands )
		Log::write(FTP::LOG, s);

	# These belong to one transfer.
	delete s$mime_type;
	delete s$file_size;
	delete s$data_channel;
	delete s$fuid;
	}

event ftp_request(c: connection, command: string, arg: string) &priority=5
	{
	# A command is logged when the next one comes: until then further replies may belong to it.
	if ( c?$ftp && c$ftp?$cmdarg && c$ftp?$reply_code && remove_pending_cmd(c$ftp$pending_commands, c$ftp$cmdarg) )
		ftp_message(c);

	local s = row_of(c);
	local waiting = |s$pending_commands|;

	if ( waiting < max_pending_commands )
		add_pending_cmd(s$pending_commands, ++s$command_seq, command, arg);
	else
		Reporter::conn_weird("FTP_too_many_pending_commands", c, cat(waiting), "FTP");

	if ( command == "USER" )
		s$user = cut_to(c, arg, max_user_length, "FTP_user_too_long");
	else if ( command == "PASS" )
		s$password = cut_to(c, arg, max_password_length, "FTP_password_too_long");
	else if ( command == "PORT" || command == "EPRT" )
		{
		local to = command == "PORT" ? parse_ftp_port(arg) : parse_eftp_port(arg);

		if ( to$valid )
			add_expected_data_channel(s, ExpectedDataChannel($passive=F, $orig_h=c$id$resp_h, $resp_h=to$h,
			                                                 $resp_p=to$p));
		}
	}

# Whether a line within a reply should be ignored. Some servers never end a multi-line reply, which would swallow all
# later replies: lines that look like separate replies are treated as such.
function is_intermediate(s: Info, code: count, msg: string, cont_resp: bool): bool
	{
	return cont_resp && code == 0 && s?$reply_code && /^[1-6][0-9]{2} [ -~]{10}/ !in msg;
	}

# The directory that the session is in after a reply.
function track_directory(s: Info, code: count, msg: string)
	{
	local ca = s$cmdarg;

	if ( ca$cwd_consumed || [ca$cmd, code] !in directory_cmds )
		return;

	ca$cwd_consumed = T;

	switch ( ca$cmd ) {
		case "CWD":
			s$cwd = build_path_compressed(s$cwd, ca$arg);
			break;
		case "CDUP":
			s$cwd = build_path_compressed(s$cwd, "/..");
			break;
		default:
			s$cwd = extract_path(msg);
			break;
		}
	}

event ftp_reply(c: connection, code: count, msg: string, cont_resp: bool) &priority=5
	{
	local s = row_of(c);

	if ( is_intermediate(s, code, msg, cont_resp) )
		return;

	s$cmdarg = get_pending_cmd(s$pending_commands, code, msg);
	s$reply_code = code;
	s$reply_msg = msg;

	# Only the first line of a reply has more information.
	if ( cont_resp )
		return;

	local cmd = s$cmdarg$cmd;

	# The size may be that of another file; then the answer to RETR corrects it.
	if ( ( code == 150 && cmd == "RETR" ) || ( code == 213 && cmd == "SIZE" ) )
		s$file_size = extract_count(msg, F);
	else if ( ( code == 227 || code == 229 ) && ( cmd == "PASV" || cmd == "EPSV" ) )
		{
		local to = code == 227 ? parse_ftp_pasv(msg) : parse_ftp_epsv(msg);

		if ( to$valid )
			{
			# EPSV only states the port.
			if ( code == 229 && to$h == [::] )
				to$h = c$id$resp_h;

			add_expected_data_channel(s, ExpectedDataChannel($passive=T, $orig_h=c$id$orig_h, $resp_h=to$h,
			                                                 $resp_p=to$p));
			}
		}

	track_directory(s, code, msg);

	# If more commands are pending, no further command will trigger the logging of this one.
	if ( |s$pending_commands| > 1 )
		{
		remove_pending_cmd(s$pending_commands, s$cmdarg);
		ftp_message(c);
		}
	}

event scheduled_analyzer_applied(c: connection, a: Analyzer::Tag) &priority=10
	{
	if ( [c$id$resp_h, c$id$resp_p] !in ftp_data_expected )
		return;

	add c$service["ftp-data"];
	Conn::register_removal_hook(c, finalize_ftp_data);
	}

event file_transferred(c: connection, prefix: string, descr: string, mime_type: string) &priority=5
	{
	if ( [c$id$resp_h, c$id$resp_p] in ftp_data_expected )
		ftp_data_expected[c$id$resp_h, c$id$resp_p]$mime_type = split_string1(mime_type, /;/)[0];
	}

event connection_reused(c: connection) &priority=5
	{
	if ( "ftp-data" in c$service )
		c$ftp_data_reuse = T;
	}

hook finalize_ftp_data(c: connection)
	{
	local server = c$id$resp_h;
	local at = c$id$resp_p;

	# A later transfer may use the ports of a connection that was reused.
	if ( [server, at] !in ftp_data_expected || c$ftp_data_reuse )
		return;

@if ( Cluster::is_enabled() )
	Cluster::publish(relay_topic(), sync_remove_expected_data, server, at);
@endif
	delete ftp_data_expected[server, at];
	}

hook finalize_ftp(c: connection)
	{
	if ( ! c?$ftp )
		return;

	for ( _, ca in c$ftp$pending_commands )
		{
		c$ftp$cmdarg = ca;
		ftp_message(c);
		}
	}
