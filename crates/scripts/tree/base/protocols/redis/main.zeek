# redis.log: a line for each command with its reply.
#
# Replies arrive in the order of commands, but not every command has one: a client can disable replies for a while or
# for the next command, and commands of subscribers have none. Commands and replies are counted from 1, and a reply
# belongs to the next command that has one.

@load base/protocols/conn/removal-hooks
@load base/frameworks/signatures

@load ./spicy-events

module Redis;

export {
	redef enum Log::ID += { LOG };

	## Where servers listen.
	const ports = { 6379/tcp } &redef;

	## A command with its reply.
	type Info: record {
		## When the first of the two was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The command.
		cmd: Command &log;
		## Whether it succeeded.
		success: bool &log &optional;
		## The reply.
		reply: ReplyData &log &optional;
	};

	global log_policy: Log::PolicyHook;

	## Logs what is pending when a connection goes.
	global finalize_redis: Conn::RemovalHook;

	## A range of commands without replies, from the first up to but excluding the last.
	type NoReplyRange: record {
		## The first one.
		begin: count;
		## The first command with a reply again; unset if not known yet.
		end: count &optional;
	};

	## Versions of the protocol.
	type RESPVersion: enum {
		RESP2,
		RESP3,
	};

	## What is known of a connection.
	type State: record {
		## Commands that are not logged yet, by number.
		pending: table[count] of Info;
		## The number of the last command.
		current_command: count &default=0;
		## The number of the command that the last reply belongs to.
		current_reply: count &default=0;
		## Ranges of commands for which the client disabled replies.
		no_reply_ranges: vector of NoReplyRange;
		## Other commands without replies.
		skip_commands: set[count];
		## Whether the analyzer reported a violation.
		violation: bool &default=F;
		## Whether the client has subscribed: the server then pushes messages.
		subscribed_mode: bool &default=F;
		## The protocol version in use.
		resp_version: RESPVersion &default=RESP2;
	};

	## The most commands that wait for their replies.
	option max_pending_commands = 10000;

	## Commands that subscribe.
	global enter_subscribed_mode = [RedisCommand_PSUBSCRIBE, RedisCommand_SSUBSCRIBE, RedisCommand_SUBSCRIBE];

	## Commands that end all subscriptions.
	global exit_subscribed_mode = [RedisCommand_RESET, RedisCommand_QUIT];

	## Commands whose replies are not in order.
	global no_response_commands = [RedisCommand_PSUBSCRIBE, RedisCommand_PUNSUBSCRIBE, RedisCommand_SSUBSCRIBE,
	    RedisCommand_SUBSCRIBE, RedisCommand_SUNSUBSCRIBE, RedisCommand_UNSUBSCRIBE];
}

redef record connection += {
	redis: Info &optional;
	redis_state: State &optional;
};

redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_REDIS, ports);
	Log::create_stream(Redis::LOG, Log::Stream($path="redis", $columns=Info, $policy=log_policy));
	}

event analyzer_violation_info(atype: AllAnalyzers::Tag, info: AnalyzerViolationInfo)
	{
	if ( atype == Analyzer::ANALYZER_REDIS && info?$c && info$c?$redis_state )
		info$c$redis_state$violation = T;
	}

function begin(c: connection)
	{
	if ( c?$redis_state )
		return;

	c$redis_state = State();
	Conn::register_removal_hook(c, finalize_redis);
	}

# Sets c$redis to the row with this number.
function turn_to(c: connection, number: count)
	{
	local pending = c$redis_state$pending;

	if ( number !in pending )
		pending[number] = Info($ts=network_time(), $uid=c$uid, $id=c$id);

	c$redis = pending[number];
	}

# Whether the client has disabled replies and not enabled them again.
function is_silent(s: State): bool
	{
	local ranges = s$no_reply_ranges;
	return |ranges| > 0 && ! ranges[-1]?$end;
	}

# CLIENT REPLY: on, off, or off for the next command.
function switch_replies(s: State, how: string)
	{
	local ranges = s$no_reply_ranges;
	local n = s$current_command;

	if ( how == "on" && is_silent(s) )
		ranges[-1]$end = n;
	else if ( how == "off" && ! is_silent(s) )
		ranges += NoReplyRange($begin=n);
	else if ( how == "skip" && ! is_silent(s) )
		ranges += NoReplyRange($begin=n, $end=n + 2);
	}

function note_known(c: connection, cmd: Command)
	{
	local s = c$redis_state;

	if ( s$resp_version == RESP2 )
		{
		local enters = cmd$known in enter_subscribed_mode;
		local leaves = cmd$known in exit_subscribed_mode;
		s$subscribed_mode = enters && ! leaves;

		if ( enters && leaves )
			Reporter::conn_weird("Redis_command_enter_exit_subscribed_mode", c, cat(cmd$known));
		}

	if ( s$subscribed_mode || cmd$known in no_response_commands )
		add s$skip_commands[s$current_command];

	if ( cmd$known == RedisCommand_CLIENT && |cmd$raw| == 3 )
		switch_replies(s, to_lower(cmd$raw[2]));
	}

event Redis::hello_command(c: connection, command: HelloCommand)
	{
	begin(c);

	if ( command?$requested_resp_version && command$requested_resp_version == "3" )
		c$redis_state$resp_version = RESP3;
	}

event Redis::command(c: connection, cmd: Command)
	{
	begin(c);

	if ( max_pending_commands > 0 && |c$redis_state$pending| > max_pending_commands )
		{
		Reporter::conn_weird("Redis_excessive_pipelining", c);
		delete c$redis_state;
		return;
		}

	++c$redis_state$current_command;

	if ( cmd?$known )
		note_known(c, cmd);

	turn_to(c, c$redis_state$current_command);
	c$redis$cmd = cmd;
	}

# The number of the command that the next reply belongs to.
function next_reply(s: State): count
	{
	local number = s$current_reply + 1;
	local found = number;

	for ( i in s$no_reply_ranges )
		{
		local range = s$no_reply_ranges[i];

		if ( range?$end && number >= range$begin && number < range$end )
			found = range$end;
		}

	while ( found in s$skip_commands )
		{
		delete s$skip_commands[found];
		++found;
		}

	return found;
	}

# Handles a reply: logs its command, and earlier ones without a reply.
function answered(c: connection, data: ReplyData, success: bool)
	{
	local s = c$redis_state;
	local n = s$current_reply;
	s$current_reply = next_reply(s);
	turn_to(c, s$current_reply);
	c$redis$reply = data;
	c$redis$success = success;

	while ( n < s$current_reply )
		{
		if ( n in s$pending && s$pending[n]?$cmd )
			{
			Log::write(Redis::LOG, s$pending[n]);
			delete s$pending[n];
			}

		++n;
		}

	if ( c$redis?$cmd )
		{
		Log::write(Redis::LOG, c$redis);
		delete s$pending[s$current_reply];
		}
	}

event Redis::reply(c: connection, data: ReplyData)
	{
	begin(c);
	local s = c$redis_state;

	# Types that exist only in version 3 show its use.
	if ( data$min_protocol_version == 3 )
		{
		s$resp_version = RESP3;
		s$subscribed_mode = F;
		}

	if ( s$subscribed_mode )
		{
		event Redis::server_push(c, data);
		return;
		}

	answered(c, data, T);

	if ( s$current_command == s$current_reply )
		clear_table(s$skip_commands);
	}

event Redis::error(c: connection, data: ReplyData)
	{
	begin(c);
	answered(c, data, F);
	}

hook finalize_redis(c: connection)
	{
	# After a violation it was not Redis; without a reply that is uncertain.
	if ( ! c?$redis_state || c$redis_state$violation || c$redis_state$current_reply == 0 )
		return;

	for ( n, info in c$redis_state$pending )
		{
		if ( n > 0 )
			Log::write(Redis::LOG, info);
		}
	}
