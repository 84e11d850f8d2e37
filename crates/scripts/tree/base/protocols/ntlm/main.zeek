# ntlm.log: a line for each authentication by NTLM, with its result.

@load base/frameworks/analyzer
@load base/protocols/conn/removal-hooks

module NTLM;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## An authentication.
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

		## Whether the server accepted it.
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

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_ntlm);
	c$ntlm = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$ntlm;
	}

# The row of a connection, opened by its first message.
function row_of(c: connection): Info
	{
	return c?$ntlm ? c$ntlm : open_row(c);
	}

# Logs the row once.
function log_row(row: Info)
	{
	if ( row$done )
		return;

	row$done = T;
	Log::write(NTLM::LOG, row);
	}

event ntlm_negotiate(c: connection, negotiate: NTLM::Negotiate) &priority=5
	{
	row_of(c);
	}

# The server describes itself in attribute-value pairs (MS-NLMP, 2.2.2.1).
event ntlm_challenge(c: connection, challenge: NTLM::Challenge) &priority=5
	{
	local row = row_of(c);

	if ( ! challenge?$target_info )
		return;

	local server = challenge$target_info;

	if ( server?$dns_tree_name )
		row$server_tree_name = server$dns_tree_name;
	if ( server?$dns_computer_name )
		row$server_dns_computer_name = server$dns_computer_name;
	if ( server?$nb_computer_name )
		row$server_nb_computer_name = server$nb_computer_name;
	}

event ntlm_authenticate(c: connection, request: NTLM::Authenticate) &priority=5
	{
	local row = row_of(c);

	if ( request?$domain_name )
		row$domainname = request$domain_name;
	if ( request?$user_name )
		row$username = request$user_name;
	if ( request?$workstation )
		row$hostname = request$workstation;
	}

# Results of a negotiation (RFC 4178, 4.2.2).
const ACCEPT_COMPLETED = 0;
const ACCEPT_INCOMPLETE = 1;

event gssapi_neg_result(c: connection, state: count) &priority=3
	{
	if ( c?$ntlm && state != ACCEPT_INCOMPLETE )
		c$ntlm$success = state == ACCEPT_COMPLETED;
	}

event gssapi_neg_result(c: connection, state: count) &priority=-3
	{
	if ( c?$ntlm && c$ntlm?$success )
		log_row(c$ntlm);
	}

hook finalize_ntlm(c: connection)
	{
	if ( c?$ntlm )
		log_row(c$ntlm);
	}
