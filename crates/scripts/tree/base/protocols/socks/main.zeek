# socks.log: a line for each connection through a proxy.

@load base/frameworks/tunnels
@load ./consts
@load base/protocols/conn/removal-hooks

module SOCKS;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## Whether passwords are logged.
	option default_capture_password = F;

	## A line of socks.log.
	type Info: record {
		## When the client asked for the connection.
		ts:               time           &log;
		## The connection's unique identifier, the same in all logs.
		uid:              string         &log;
		## The connection's addresses and ports.
		id:               conn_id        &log;
		## The protocol's version: 4 or 5.
		version:          count          &log;
		## The user name for the proxy.
		user:             string         &log &optional;
		## The password, if it was captured; `<hidden>` otherwise.
		password:         string         &log &optional;
		## The result of the request.
		status:           string         &log &optional;
		## The requested destination.
		request:          SOCKS::Address &log &optional;
		## The port that the client asked for.
		request_p:        port           &log &optional;
		## The address that the proxy uses for it.
		bound:            SOCKS::Address &log &optional;
		## The port that the proxy bound.
		bound_p:          port           &log &optional;
		capture_password: bool           &default=default_capture_password;
	};

	## Raised for each line of the log.
	global log_socks: event(rec: Info);

	## Logs a connection when it ends.
	global finalize_socks: Conn::RemovalHook;
}

const ports = { 1080/tcp };
redef likely_server_ports += { ports };

redef record connection += {
	socks: SOCKS::Info &optional;
};

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SOCKS, ports);
	Log::create_stream(SOCKS::LOG, Log::Stream($path="socks", $columns=Info, $policy=log_policy, $ev=log_socks));
	}

function open_row(c: connection, version: count): Info
	{
	Conn::register_removal_hook(c, finalize_socks);
	c$socks = Info($ts=network_time(), $uid=c$uid, $id=c$id, $version=version);
	return c$socks;
	}

# The row of a connection, opened by its first message.
function row_of(c: connection, version: count): Info
	{
	return c?$socks ? c$socks : open_row(c, version);
	}

# Registers the proxy as one tunnel, whichever ports its clients use.
function register_tunnel(c: connection)
	{
	local proxy = copy(c$id);
	proxy$orig_p = 0/tcp;
	Tunnel::register(Tunnel::EncapsulatingConn($tunnel_type=Tunnel::SOCKS, $cid=proxy));
	}

event socks_request(c: connection, version: count, request_type: count, sa: SOCKS::Address, p: port, user: string) &priority=5
	{
	local row = row_of(c, version);
	row$request = sa;
	row$request_p = p;
	register_tunnel(c);
	}

event socks_reply(c: connection, version: count, reply: count, sa: SOCKS::Address, p: port) &priority=5
	{
	local row = row_of(c, version);
	row$bound = sa;
	row$bound_p = p;

	switch ( version )
		{
		case 4:
			row$status = v4_status[reply];
			break;
		case 5:
			row$status = v5_status[reply];
			break;
		}
	}

# Logins exist only in version 5 (RFC 1929).

event socks_login_userpass_request(c: connection, user: string, password: string) &priority=5
	{
	local row = row_of(c, 5);
	row$user = user;

	if ( row$capture_password )
		row$password = password;
	}

event socks_login_userpass_reply(c: connection, code: count) &priority=5
	{
	row_of(c, 5)$status = v5_status[code];
	}

hook finalize_socks(c: connection)
	{
	# If the analyzer was removed, the connection was not SOCKS.
	if ( "SOCKS" in c$service )
		Log::write(SOCKS::LOG, c$socks);
	}
