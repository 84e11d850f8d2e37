# kerberos.log: which tickets were asked for, and whether they were given.

@load ./consts
@load base/protocols/conn/removal-hooks

module KRB;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A request with its outcome.
	type Info: record {
		## When it was first seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;

		## What is asked for: AS a first ticket, TGS a service's.
		request_type: string &log &optional;
		## Who asks.
		client: string &log &optional;
		## For which service.
		service: string &log &optional;

		## Whether it was given.
		success: bool &log &optional;
		## Why not, as a number.
		error_code: count &optional;
		## Why not.
		error_msg: string &log &optional;

		## From when the ticket shall hold.
		from: time &log &optional;
		## Until when.
		till: time &log &optional;
		## The ticket's cipher.
		cipher: string &log &optional;

		## The ticket shall be one that can be handed on.
		forwardable: bool &log &optional;
		## The ticket shall be one that can be renewed.
		renewable: bool &log &optional;

		## It was logged.
		logged: bool &default=F;
	};

	## Texts of errors that are not logged: nearly every first request is answered with one of them. (To look for users
	## who need not authenticate first, log them.)
	option ignored_errors: set[string] = {
		"NEEDED_PREAUTH",
		"Need to use PA-ENC-TIMESTAMP/PA-PK-AS-REQ",
	};

	## A line as it is logged.
	global log_krb: event(rec: Info);

	## Runs when the connection goes: what has no outcome is logged then.
	global finalize_krb: Conn::RemovalHook;
}

redef record connection += {
	krb: Info &optional;
};

const tcp_ports = { 88/tcp };
const udp_ports = { 88/udp };
redef likely_server_ports += { tcp_ports, udp_ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_KRB, udp_ports);
	Analyzer::register_for_ports(Analyzer::ANALYZER_KRB_TCP, tcp_ports);
	Log::create_stream(KRB::LOG, Log::Stream($path="kerberos", $columns=Info, $policy=log_policy, $ev=log_krb));
	}

# Begins a line where there is none; true where it was logged already.
function set_session(c: connection): bool
	{
	if ( ! c?$krb )
		{
		c$krb = Info($ts=network_time(), $uid=c$uid, $id=c$id);
		Conn::register_removal_hook(c, finalize_krb);
		}

	return c$krb$logged;
	}

function do_log(c: connection)
	{
	if ( ! c?$krb || c$krb$logged )
		return;

	Log::write(KRB::LOG, c$krb);
	c$krb$logged = T;
	}

event krb_error(c: connection, msg: Error_Msg) &priority=5
	{
	if ( set_session(c) )
		return;

	if ( msg?$error_text && msg$error_text in ignored_errors )
		{
		delete c$krb;
		return;
		}

	local info = c$krb;

	if ( ! info?$client && ( msg?$client_name || msg?$client_realm ) )
		info$client = fmt("%s%s", msg?$client_name ? msg$client_name + "/" : "",
		                  msg?$client_realm ? msg$client_realm : "");
	if ( msg?$service_name )
		info$service = msg$service_name;

	info$success = F;
	info$error_code = msg$error_code;
	if ( msg?$error_text )
		info$error_msg = msg$error_text;
	else if ( msg$error_code in error_msg )
		info$error_msg = error_msg[msg$error_code];
	}

event krb_error(c: connection, msg: Error_Msg) &priority=-5
	{
	do_log(c);
	}

# What requests of both kinds ask for.
function requested(info: Info, msg: KDC_Request)
	{
	if ( msg?$service_name )
		info$service = msg$service_name;
	if ( msg?$from )
		info$from = msg$from;
	if ( msg?$till )
		info$till = msg$till;

	if ( msg?$kdc_options )
		{
		info$forwardable = msg$kdc_options$forwardable;
		info$renewable = msg$kdc_options$renewable;
		}
	}

event krb_as_request(c: connection, msg: KDC_Request) &priority=5
	{
	if ( set_session(c) )
		return;

	c$krb$request_type = "AS";
	c$krb$client = fmt("%s/%s", msg?$client_name ? msg$client_name : "",
	                   msg?$service_realm ? msg$service_realm : "");
	requested(c$krb, msg);
	}

event krb_tgs_request(c: connection, msg: KDC_Request) &priority=5
	{
	if ( set_session(c) )
		return;

	c$krb$request_type = "TGS";
	requested(c$krb, msg);
	}

event krb_ap_request(c: connection, ticket: KRB::Ticket, opts: KRB::AP_Options) &priority=5
	{
	set_session(c);
	}

# What replies of both kinds give.
function given(c: connection, msg: KDC_Response)
	{
	if ( set_session(c) )
		return;

	local info = c$krb;
	if ( ! info?$client && ( msg?$client_name || msg?$client_realm ) )
		info$client = fmt("%s/%s", msg?$client_name ? msg$client_name : "",
		                  msg?$client_realm ? msg$client_realm : "");

	info$service = msg$ticket$service_name;
	info$cipher = cipher_name[msg$ticket$cipher];
	info$success = T;
	}

event krb_as_response(c: connection, msg: KDC_Response) &priority=5
	{
	given(c, msg);
	}

event krb_as_response(c: connection, msg: KDC_Response) &priority=-5
	{
	do_log(c);
	}

event krb_tgs_response(c: connection, msg: KDC_Response) &priority=5
	{
	given(c, msg);
	}

event krb_tgs_response(c: connection, msg: KDC_Response) &priority=-5
	{
	do_log(c);
	}

hook finalize_krb(c: connection)
	{
	do_log(c);
	}
