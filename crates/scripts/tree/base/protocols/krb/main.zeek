# kerberos.log: requests for tickets, and whether they were granted.

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

		## The request: AS for a first ticket, TGS for a service's ticket.
		request_type: string &log &optional;
		## The client, with its realm.
		client: string &log &optional;
		## The service.
		service: string &log &optional;

		## Whether the ticket was granted.
		success: bool &log &optional;
		## The number of the error.
		error_code: count &optional;
		## The error.
		error_msg: string &log &optional;

		## The beginning of the ticket's validity.
		from: time &log &optional;
		## The end of the ticket's validity.
		till: time &log &optional;
		## The ticket's cipher.
		cipher: string &log &optional;

		## A forwardable ticket was requested.
		forwardable: bool &log &optional;
		## A renewable ticket was requested.
		renewable: bool &log &optional;

		## Whether it was logged.
		logged: bool &default=F;
	};

	## Texts of errors that are not logged: nearly every first request is answered with one of them. (Log them to find
	## users who need no pre-authentication.)
	option ignored_errors: set[string] = {
		"NEEDED_PREAUTH",
		"Need to use PA-ENC-TIMESTAMP/PA-PK-AS-REQ",
	};

	## A line as it is logged.
	global log_krb: event(rec: Info);

	## Runs when the connection is removed: logs requests without an outcome.
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
	Analyzer::register_for_ports(Analyzer::ANALYZER_KRB_TCP, tcp_ports);
	Analyzer::register_for_ports(Analyzer::ANALYZER_KRB, udp_ports);
	Log::create_stream(KRB::LOG, Log::Stream($path="kerberos", $columns=Info, $policy=log_policy, $ev=log_krb));
	}

function open_row(c: connection): Info
	{
	Conn::register_removal_hook(c, finalize_krb);
	c$krb = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$krb;
	}

# The row of a connection, created by its first message.
function row_of(c: connection): Info
	{
	return c?$krb ? c$krb : open_row(c);
	}

# Logs the row once.
function log_row(c: connection)
	{
	if ( ! c?$krb )
		return;

	local row = c$krb;

	if ( row$logged )
		return;

	row$logged = T;
	Log::write(KRB::LOG, row);
	}

# Sets the client of a row whose request was not seen, if a reply states it.
function name_client(row: Info, client: string)
	{
	if ( client != "" && ! row?$client )
		row$client = client;
	}

event krb_error(c: connection, msg: Error_Msg) &priority=5
	{
	local row = row_of(c);

	if ( row$logged )
		return;

	# RFC 4120, 5.9.1: e-text is optional, the code is not.
	if ( msg?$error_text )
		{
		if ( msg$error_text in ignored_errors )
			{
			delete c$krb;
			return;
			}

		row$error_msg = msg$error_text;
		}
	else if ( msg$error_code in error_msg )
		row$error_msg = error_msg[msg$error_code];

	row$error_code = msg$error_code;
	row$success = F;

	local client = msg?$client_name ? msg$client_name + "/" : "";
	name_client(row, msg?$client_realm ? client + msg$client_realm : client);

	if ( msg?$service_name )
		row$service = msg$service_name;
	}

event krb_error(c: connection, msg: Error_Msg) &priority=-5
	{
	log_row(c);
	}

# Fills in the fields of requests for both kinds of tickets (RFC 4120, 5.4.1).
function requested(row: Info, request_type: string, msg: KDC_Request)
	{
	row$request_type = request_type;

	if ( msg?$kdc_options )
		{
		local options = msg$kdc_options;
		row$renewable = options$renewable;
		row$forwardable = options$forwardable;
		}

	if ( msg?$till )
		row$till = msg$till;
	if ( msg?$from )
		row$from = msg$from;
	if ( msg?$service_name )
		row$service = msg$service_name;
	}

event krb_as_request(c: connection, msg: KDC_Request) &priority=5
	{
	local row = row_of(c);

	if ( row$logged )
		return;

	requested(row, "AS", msg);
	row$client = cat(msg?$client_name ? msg$client_name : "", "/", msg?$service_realm ? msg$service_realm : "");
	}

event krb_tgs_request(c: connection, msg: KDC_Request) &priority=5
	{
	local row = row_of(c);

	if ( ! row$logged )
		requested(row, "TGS", msg);
	}

event krb_ap_request(c: connection, ticket: KRB::Ticket, opts: KRB::AP_Options) &priority=5
	{
	row_of(c);
	}

# Fills in the fields of replies with both kinds of tickets (RFC 4120, 5.4.2).
function granted(row: Info, msg: KDC_Response)
	{
	if ( row$logged )
		return;

	row$success = T;
	row$cipher = cipher_name[msg$ticket$cipher];
	row$service = msg$ticket$service_name;

	if ( msg?$client_name || msg?$client_realm )
		name_client(row, cat(msg?$client_name ? msg$client_name : "", "/", msg?$client_realm ? msg$client_realm : ""));
	}

event krb_as_response(c: connection, msg: KDC_Response) &priority=5
	{
	granted(row_of(c), msg);
	}

event krb_as_response(c: connection, msg: KDC_Response) &priority=-5
	{
	log_row(c);
	}

event krb_tgs_response(c: connection, msg: KDC_Response) &priority=5
	{
	granted(row_of(c), msg);
	}

event krb_tgs_response(c: connection, msg: KDC_Response) &priority=-5
	{
	log_row(c);
	}

hook finalize_krb(c: connection)
	{
	log_row(c);
	}
