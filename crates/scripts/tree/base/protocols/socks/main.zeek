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
		ts:               time           &log;
		uid:              string         &log;
		id:               conn_id        &log;
		version:          count          &log;
		user:             string         &log &optional;
		password:         string         &log &optional;
		## What became of the request.
		status:           string         &log &optional;
		## Where the client wants to go.
		request:          SOCKS::Address &log &optional;
		request_p:        port           &log &optional;
		## What the proxy uses for it.
		bound:            SOCKS::Address &log &optional;
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

function set_session(c: connection, version: count)
	{
	if ( c?$socks )
		return;

	c$socks = Info($ts=network_time(), $uid=c$uid, $id=c$id, $version=version);
	Conn::register_removal_hook(c, finalize_socks);
	}

event socks_request(c: connection, version: count, request_type: count, sa: SOCKS::Address, p: port, user: string) &priority=5
	{
	set_session(c, version);
	c$socks$request = sa;
	c$socks$request_p = p;

	# A proxy is one tunnel, from whatever port its clients come.
	local cid = copy(c$id);
	cid$orig_p = 0/tcp;
	Tunnel::register(Tunnel::EncapsulatingConn($cid=cid, $tunnel_type=Tunnel::SOCKS));
	}

event socks_reply(c: connection, version: count, reply: count, sa: SOCKS::Address, p: port) &priority=5
	{
	set_session(c, version);
	c$socks$bound = sa;
	c$socks$bound_p = p;

	if ( version == 4 )
		c$socks$status = v4_status[reply];
	else if ( version == 5 )
		c$socks$status = v5_status[reply];
	}

# Only version 5 knows logins.

event socks_login_userpass_request(c: connection, user: string, password: string) &priority=5
	{
	set_session(c, 5);
	c$socks$user = user;

	if ( c$socks$capture_password )
		c$socks$password = password;
	}

event socks_login_userpass_reply(c: connection, code: count) &priority=5
	{
	set_session(c, 5);
	c$socks$status = v5_status[code];
	}

hook finalize_socks(c: connection)
	{
	# Where the analyzer was removed it was something else.
	if ( "SOCKS" in c$service )
		Log::write(SOCKS::LOG, c$socks);
	}
