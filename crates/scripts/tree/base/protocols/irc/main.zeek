# irc.log: who enters a network and its channels, by which names.

module IRC;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A line of irc.log.
	type Info: record {
		ts:      time    &log;
		uid:     string  &log;
		id:      conn_id &log;
		nick:    string  &log &optional;
		user:    string  &log &optional;
		command: string  &log &optional;
		value:   string  &log &optional;
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

function new_session(c: connection): Info
	{
	return Info($ts=network_time(), $uid=c$uid, $id=c$id);
	}

function set_session(c: connection)
	{
	if ( ! c?$irc )
		c$irc = new_session(c);

	c$irc$ts = network_time();
	}

event irc_nick_message(c: connection, is_orig: bool, who: string, newnick: string) &priority=5
	{
	set_session(c);

	if ( ! is_orig )
		return;

	c$irc$command = "NICK";
	c$irc$value = newnick;
	}

event irc_nick_message(c: connection, is_orig: bool, who: string, newnick: string) &priority=-5
	{
	if ( ! is_orig )
		return;

	# The line has the old name.
	Log::write(IRC::LOG, c$irc);
	c$irc$nick = newnick;
	}

event irc_user_message(c: connection, is_orig: bool, user: string, host: string, server: string, real_name: string) &priority=5
	{
	set_session(c);

	if ( ! is_orig )
		return;

	c$irc$command = "USER";
	c$irc$value = user;
	c$irc$addl = fmt("%s %s %s", host, server, real_name);
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
	set_session(c);

	if ( is_orig )
		c$irc$command = "JOIN";
	}

event irc_join_message(c: connection, is_orig: bool, info_list: irc_join_list) &priority=-5
	{
	if ( ! is_orig )
		return;

	for ( j in info_list )
		{
		c$irc$value = j$channel;
		c$irc$addl = j$password == "" ? "" : fmt(" with channel key: '%s'", j$password);
		Log::write(IRC::LOG, c$irc);
		}
	}
