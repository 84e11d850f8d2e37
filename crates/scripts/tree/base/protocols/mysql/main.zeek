# mysql.log: a row for each login and each command, with its result.

@load ./consts
@load base/protocols/conn/removal-hooks

module MySQL;

export {
	redef enum Log::ID += { mysql::LOG };

	global log_policy: Log::PolicyHook;

	## A line of mysql.log.
	type Info: record {
		## When the command was sent.
		ts:       time    &log;
		## The connection's unique identifier, the same in all logs.
		uid:      string  &log;
		## The connection's addresses and ports.
		id:       conn_id &log;
		## The command, such as `query`.
		cmd:      string  &log;
		## The command's argument, such as the SQL text.
		arg:      string  &log;
		## Unset if no reply was seen.
		success:  bool    &log &optional;
		## Rows that the server returned or changed.
		rows:     count   &log &optional;
		## The server's message.
		response: string  &log &optional;
	};

	## Raised for each line of the log.
	global log_mysql: event(rec: Info);

	## Logs what is pending when a connection ends.
	global finalize_mysql: Conn::RemovalHook;
}

redef record connection += {
	mysql: Info &optional;
};

const ports = { 1434/tcp, 3306/tcp };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_MYSQL, ports);
	Log::create_stream(mysql::LOG, Log::Stream($path="mysql", $columns=Info, $policy=log_policy, $ev=log_mysql));
	}

function begin_command(c: connection, cmd: string, arg: string)
	{
	c$mysql = Info($ts=network_time(), $uid=c$uid, $id=c$id, $cmd=cmd, $arg=arg);
	Conn::register_removal_hook(c, finalize_mysql);
	}

# Logs the current command, if there is one.
function end_command(c: connection)
	{
	if ( ! c?$mysql )
		return;

	Log::write(mysql::LOG, c$mysql);
	delete c$mysql;
	}

event mysql_handshake(c: connection, username: string)
	{
	if ( ! c?$mysql )
		begin_command(c, "login", username);
	}

event mysql_command_request(c: connection, command: count, arg: string) &priority=5
	{
	# The reply to the last one was not seen.
	end_command(c);
	begin_command(c, commands[command], sub(arg, /\0$/, ""));
	}

event mysql_change_user(c: connection, username: string) &priority=5
	{
	c$mysql$arg = username;
	}

event mysql_command_request(c: connection, command: count, arg: string) &priority=-5
	{
	# The server does not answer this command.
	if ( c?$mysql && c$mysql$cmd == "quit" )
		end_command(c);
	}

event mysql_error(c: connection, code: count, msg: string) &priority=5
	{
	if ( ! c?$mysql )
		return;

	c$mysql$success = F;
	c$mysql$response = msg;
	}

event mysql_error(c: connection, code: count, msg: string) &priority=-5
	{
	end_command(c);
	}

event mysql_eof(c: connection, is_intermediate: bool) &priority=-5
	{
	if ( ! c?$mysql || is_intermediate )
		return;

	# The end of a result set does not state the number of changed rows.
	local row = c$mysql;

	if ( ! row?$rows )
		row$rows = 0;
	if ( ! row?$success )
		row$success = T;

	end_command(c);
	}

event mysql_ok(c: connection, affected_rows: count) &priority=5
	{
	if ( ! c?$mysql )
		return;

	c$mysql$success = T;
	c$mysql$rows = affected_rows;
	}

event mysql_ok(c: connection, affected_rows: count) &priority=-5
	{
	end_command(c);
	}

hook finalize_mysql(c: connection)
	{
	end_command(c);
	}
