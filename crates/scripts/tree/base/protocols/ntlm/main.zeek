# ntlm.log: who proved by NTLM who they are, to whom, and whether they were believed.

@load base/frameworks/analyzer
@load base/protocols/conn/removal-hooks

module NTLM;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## One proof.
	type Info: record {
		## When it began.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## The user.
		username: string &log &optional;
		## The client's name.
		hostname: string &log &optional;
		## The user's domain.
		domainname: string &log &optional;

		## The server's name in NetBIOS.
		server_nb_computer_name: string &log &optional;
		## The server's name in DNS.
		server_dns_computer_name: string &log &optional;
		## The server's forest in DNS.
		server_tree_name: string &log &optional;

		## Whether the server believed it.
		success: bool &log &optional;

		## It was logged.
		done: bool &default=F;
	};

	## Runs when the connection goes: what has no outcome is logged then.
	global finalize_ntlm: Conn::RemovalHook;
}

redef DPD::ignore_violations += { Analyzer::ANALYZER_NTLM };

redef record connection += {
	ntlm: Info &optional;
};

event zeek_init() &priority=5
	{
	Log::create_stream(NTLM::LOG, Log::Stream($path="ntlm", $columns=Info, $policy=log_policy));
	}

function set_session(c: connection)
	{
	if ( c?$ntlm )
		return;

	c$ntlm = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	Conn::register_removal_hook(c, finalize_ntlm);
	}

event ntlm_negotiate(c: connection, negotiate: NTLM::Negotiate) &priority=5
	{
	set_session(c);
	}

event ntlm_challenge(c: connection, challenge: NTLM::Challenge) &priority=5
	{
	set_session(c);

	if ( ! challenge?$target_info )
		return;

	local server = challenge$target_info;
	if ( server?$nb_computer_name )
		c$ntlm$server_nb_computer_name = server$nb_computer_name;
	if ( server?$dns_computer_name )
		c$ntlm$server_dns_computer_name = server$dns_computer_name;
	if ( server?$dns_tree_name )
		c$ntlm$server_tree_name = server$dns_tree_name;
	}

event ntlm_authenticate(c: connection, request: NTLM::Authenticate) &priority=5
	{
	set_session(c);

	if ( request?$user_name )
		c$ntlm$username = request$user_name;
	if ( request?$workstation )
		c$ntlm$hostname = request$workstation;
	if ( request?$domain_name )
		c$ntlm$domainname = request$domain_name;
	}

event gssapi_neg_result(c: connection, state: count) &priority=3
	{
	# 0 is success; 1 says that there is more to come.
	if ( c?$ntlm && state != 1 )
		c$ntlm$success = state == 0;
	}

function log_once(c: connection)
	{
	if ( c$ntlm$done )
		return;

	Log::write(NTLM::LOG, c$ntlm);
	c$ntlm$done = T;
	}

event gssapi_neg_result(c: connection, state: count) &priority=-3
	{
	if ( c?$ntlm && c$ntlm?$success )
		log_once(c);
	}

hook finalize_ntlm(c: connection)
	{
	if ( c?$ntlm )
		log_once(c);
	}
