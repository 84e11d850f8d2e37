# rfb.log: a row for each remote desktop session.

@load base/protocols/conn/removal-hooks

module RFB;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A line of rfb.log.
	type Info: record {
		## When the session began.
		ts:                    time    &log;
		## The connection's unique identifier, the same in all logs.
		uid:                   string  &log;
		## The connection's addresses and ports.
		id:                    conn_id &log;
		## The client's protocol version, its first part.
		client_major_version:  string  &log &optional;
		## The client's protocol version, its second part.
		client_minor_version:  string  &log &optional;
		## The server's protocol version, its first part.
		server_major_version:  string  &log &optional;
		## The server's protocol version, its second part.
		server_minor_version:  string  &log &optional;
		## How the client authenticates.
		authentication_method: string  &log &optional;
		## Whether the client was authenticated.
		auth:                  bool    &log &optional;
		## Whether the desktop is shared with other clients.
		share_flag:            bool    &log &optional;
		## The name of the shared desktop.
		desktop_name:          string  &log &optional;
		## The desktop's width in pixels.
		width:                 count   &log &optional;
		## The desktop's height in pixels.
		height:                count   &log &optional;

		## Whether it was logged.
		done:                  bool    &default=F;
	};

	## Raised for each line of the log.
	global log_rfb: event(rec: Info);

	## Logs connections that did not get to their desktop.
	global finalize_rfb: Conn::RemovalHook;
}

redef record connection += {
	rfb: Info &optional;
};

event zeek_init() &priority=5
	{
	Log::create_stream(RFB::LOG, Log::Stream($path="rfb", $columns=Info, $policy=log_policy, $ev=log_rfb));
	}

# Names of authentication methods; all others are RealVNC's.
const auth_names: table[count] of string = {
	[0] = "Invalid",
	[1] = "None",
	[2] = "VNC",
	[16] = "Tight",
	[17] = "Ultra",
	[18] = "TLS",
	[19] = "VeNCrypt",
	[20] = "GTK-VNC SASL",
	[21] = "MD5 hash authentication",
	[22] = "Colin Dean xvp",
	[30] = "Apple Remote Desktop",
} &default="RealVNC";

function friendly_auth_name(auth: count): string
	{
	return auth_names[auth];
	}

function write_log(c: connection)
	{
	if ( c$rfb$done )
		return;

	Log::write(RFB::LOG, c$rfb);
	c$rfb$done = T;
	}

function set_session(c: connection)
	{
	if ( c?$rfb )
		return;

	c$rfb = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	Conn::register_removal_hook(c, finalize_rfb);
	}

event rfb_client_version(c: connection, major_version: string, minor_version: string) &priority=5
	{
	set_session(c);
	c$rfb$client_major_version = major_version;
	c$rfb$client_minor_version = minor_version;
	}

event rfb_server_version(c: connection, major_version: string, minor_version: string) &priority=5
	{
	set_session(c);
	c$rfb$server_major_version = major_version;
	c$rfb$server_minor_version = minor_version;
	}

event rfb_authentication_type(c: connection, authtype: count) &priority=5
	{
	set_session(c);
	c$rfb$authentication_method = friendly_auth_name(authtype);
	}

event rfb_auth_result(c: connection, result: bool) &priority=5
	{
	# A nonzero result is an error.
	c$rfb$auth = ! result;
	}

event rfb_share_flag(c: connection, flag: bool) &priority=5
	{
	c$rfb$share_flag = flag;
	}

event rfb_server_parameters(c: connection, name: string, width: count, height: count) &priority=5
	{
	set_session(c);
	c$rfb$desktop_name = name;
	c$rfb$width = width;
	c$rfb$height = height;
	}

event rfb_server_parameters(c: connection, name: string, width: count, height: count) &priority=-5
	{
	write_log(c);
	}

hook finalize_rfb(c: connection)
	{
	if ( c?$rfb )
		write_log(c);
	}
