# irc.log: a line for each NICK, USER and JOIN of a client, and for each file that clients send each other.

module IRC;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A line of irc.log.
	type Info: record {
		## When the command was sent.
		ts:      time    &log;
		## The connection's unique identifier, the same in all logs.
		uid:     string  &log;
		## The connection's addresses and ports.
		id:      conn_id &log;
		## The user's nickname.
		nick:    string  &log &optional;
		## The user name.
		user:    string  &log &optional;
		## The command, such as `JOIN`.
		command: string  &log &optional;
		## The command's argument, such as a channel.
		value:   string  &log &optional;
		## More about the command, such as the key of a channel.
		addl:    string  &log &optional;
	};

	## Raised for each line of the log.
	global irc_log: event(rec: Info);
}

redef record connection += {
	irc: Info &optional;
};

const ports = { 6666/tcp, 6667/tcp, 6668/tcp, 6669/tcp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_IRC, ports);
	Log::create_stream(IRC::LOG, Log::Stream($path="irc", $columns=Info, $policy=log_policy, $ev=irc_log));
	}

function open_row(c: connection): Info
	{
	c$irc = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$irc;
	}

# The row of a connection, reused by all commands.
function row_of(c: connection): Info
	{
	local row = c?$irc ? c$irc : open_row(c);
	row$ts = network_time();
	return row;
	}

# Messages relayed by the server create the row but do not change it.

event irc_nick_message(c: connection, is_orig: bool, who: string, newnick: string) &priority=5
	{
	local row = row_of(c);

	if ( is_orig )
		{
		row$value = newnick;
		row$command = "NICK";
		}
	}

event irc_nick_message(c: connection, is_orig: bool, who: string, newnick: string) &priority=-5
	{
	if ( ! is_orig )
		return;

	# The row has the client's previous name.
	Log::write(IRC::LOG, c$irc);
	c$irc$nick = newnick;
	}

event irc_user_message(c: connection, is_orig: bool, user: string, host: string, server: string, real_name: string) &priority=5
	{
	local row = row_of(c);

	if ( is_orig )
		{
		row$addl = cat(host, " ", server, " ", real_name);
		row$value = user;
		row$command = "USER";
		}
	}

event irc_user_message(c: connection, is_orig: bool, user: string, host: string, server: string, real_name: string) &priority=-5
	{
	if ( ! is_orig )
		return;

	Log::write(IRC::LOG, c$irc);
	c$irc$user = user;
	}

event irc_join_message(c: connection, is_orig: bool, info_list: irc_join_list) &priority=5
	{
	local row = row_of(c);

	if ( is_orig )
		row$command = "JOIN";
	}

event irc_join_message(c: connection, is_orig: bool, info_list: irc_join_list) &priority=-5
	{
	if ( ! is_orig )
		return;

	local row = c$irc;

	# A line for each channel.
	for ( joined in info_list )
		{
		row$addl = joined$password != "" ? fmt(" with channel key: '%s'", joined$password) : "";
		row$value = joined$channel;
		Log::write(IRC::LOG, row);
		}
	}
