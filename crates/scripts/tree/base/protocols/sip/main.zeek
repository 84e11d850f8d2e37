# sip.log: a line for each response, with the request that it answers.

@load base/utils/numbers
@load base/utils/files
@load base/protocols/conn/removal-hooks

module SIP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## A line of sip.log.
	type Info: record {
		## When the request was sent.
		ts:                time             &log;
		## The connection's unique identifier, the same in all logs.
		uid:               string           &log;
		## The connection's addresses and ports.
		id:                conn_id          &log;
		## Counts the requests of a flow.
		trans_depth:       count            &log;
		## The request's method, such as `INVITE`.
		method:            string           &log &optional;
		## The request's URI.
		uri:               string           &log &optional;
		## The request's `Date` header.
		date:              string           &log &optional;
		## The request's `From` header.
		request_from:      string           &log &optional;
		## The request's `To` header.
		request_to:        string           &log &optional;
		## The response's `From` header.
		response_from:     string           &log &optional;
		## The response's `To` header.
		response_to:       string           &log &optional;
		## The `Reply-To` header.
		reply_to:          string           &log &optional;
		## The `Call-ID` header.
		call_id:           string           &log &optional;
		## The `CSeq` header: a number and the method.
		seq:               string           &log &optional;
		## The `Subject` header.
		subject:           string           &log &optional;
		## The hosts on the path, from the Via fields.
		request_path:      vector of string &log &optional;
		## The response's `Via` headers.
		response_path:     vector of string &log &optional;
		## The `User-Agent` header.
		user_agent:        string           &log &optional;
		## The response's code, such as 200.
		status_code:       count            &log &optional;
		## The response's text, such as `OK`.
		status_msg:        string           &log &optional;
		## The `Warning` header.
		warning:           string           &log &optional;
		## The request's `Content-Length`.
		request_body_len:  count            &log &optional;
		## The response's `Content-Length`.
		response_body_len: count            &log &optional;
		## The response's `Content-Type`.
		content_type:      string           &log &optional;
	};

	## The state of a flow.
	type State: record {
		pending:          table[count] of Info;
		current_request:  count &default=0;
		current_response: count &default=0;
	};

	## Known methods.
	option sip_methods: set[string] = {
		"REGISTER", "INVITE", "ACK", "CANCEL", "BYE", "OPTIONS", "NOTIFY", "SUBSCRIBE"
	};

	## Raised for each line of the log.
	global log_sip: event(rec: Info);

	## Logs what is pending when a flow ends.
	global finalize_sip: Conn::RemovalHook;
}

redef record connection += {
	sip:       Info  &optional;
	sip_state: State &optional;
};

const ports = { 5060/udp };
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_SIP, ports);
	Log::create_stream(SIP::LOG, Log::Stream($path="sip", $columns=Info, $policy=log_policy, $ev=log_sip));
	}

function new_sip_session(c: connection): Info
	{
	return Info($ts=network_time(), $uid=c$uid, $id=c$id, $trans_depth=c$sip_state$current_request,
	            $request_path=vector(), $response_path=vector());
	}

function ensure_state(c: connection)
	{
	if ( c?$sip_state )
		return;

	c$sip_state = State();
	Conn::register_removal_hook(c, finalize_sip);
	}

# Sets c$sip to the row of the current request or response.
function set_state(c: connection, is_request: bool)
	{
	ensure_state(c);
	local at = is_request ? c$sip_state$current_request : c$sip_state$current_response;

	if ( at !in c$sip_state$pending )
		c$sip_state$pending[at] = new_sip_session(c);

	c$sip = c$sip_state$pending[at];
	}

# Logs unanswered requests.
function flush_pending(c: connection)
	{
	if ( ! c?$sip_state )
		return;

	for ( at, info in c$sip_state$pending )
		{
		# Row 0 has messages without any header.
		if ( at > 0 )
			Log::write(SIP::LOG, info);
		}
	}

event sip_request(c: connection, method: string, original_URI: string, version: string) &priority=5
	{
	set_state(c, T);
	c$sip$method = method;
	c$sip$uri = original_URI;

	if ( method !in sip_methods )
		Reporter::conn_weird("unknown_SIP_method", c, method);
	}

event sip_reply(c: connection, version: string, code: count, reason: string) &priority=5
	{
	set_state(c, F);
	c$sip$status_code = code;
	c$sip$status_msg = reason;
	}

# The user without the tag of the dialog.
function without_tag(value: string): string
	{
	return split_string1(value, /;[ ]?tag=/)[0];
	}

# The host of a Via field.
function without_branch(value: string): string
	{
	return split_string1(value, /;[ ]?branch/)[0];
	}

function request_header(s: Info, name: string, value: string)
	{
	switch ( name ) {
		case "CALL-ID":
			s$call_id = value;
			break;
		case "CONTENT-LENGTH", "L":
			s$request_body_len = to_count(value);
			break;
		case "CSEQ":
			s$seq = value;
			break;
		case "DATE":
			s$date = value;
			break;
		case "FROM", "F":
			s$request_from = without_tag(value);
			break;
		case "REPLY-TO":
			s$reply_to = value;
			break;
		case "SUBJECT", "S":
			s$subject = value;
			break;
		case "TO", "T":
			s$request_to = value;
			break;
		case "USER-AGENT":
			s$user_agent = value;
			break;
		case "VIA", "V":
			s$request_path += without_branch(value);
			break;
		}
	}

function response_header(s: Info, name: string, value: string)
	{
	switch ( name ) {
		case "CONTENT-LENGTH", "L":
			s$response_body_len = to_count(value);
			break;
		case "CONTENT-TYPE", "C":
			s$content_type = value;
			break;
		case "WARNING":
			s$warning = value;
			break;
		case "FROM", "F":
			s$response_from = without_tag(value);
			break;
		case "TO", "T":
			s$response_to = value;
			break;
		case "VIA", "V":
			s$response_path += without_branch(value);
			break;
		}
	}

event sip_header(c: connection, is_request: bool, name: string, value: string) &priority=5
	{
	ensure_state(c);
	local st = c$sip_state;

	if ( is_request )
		{
		if ( st$current_request !in st$pending )
			++st$current_request;

		set_state(c, T);
		request_header(c$sip, name, value);
		}
	else
		{
		if ( st$current_response !in st$pending )
			++st$current_response;

		set_state(c, F);
		response_header(c$sip, name, value);
		}
	}

event sip_end_entity(c: connection, is_request: bool) &priority=5
	{
	set_state(c, is_request);
	}

event sip_end_entity(c: connection, is_request: bool) &priority=-5
	{
	if ( is_request )
		return;

	local s = c$sip;
	Log::write(SIP::LOG, s);

	# A provisional response is followed by others.
	if ( s$status_code < 100 || s$status_code >= 200 )
		delete c$sip_state$pending[c$sip_state$current_response];

	# The call is over, or its requests were not seen.
	if ( ! s?$method || ( s$method == "BYE" && s$status_code >= 200 && s$status_code < 300 ) )
		{
		flush_pending(c);
		delete c$sip;
		delete c$sip_state;
		}
	}

hook finalize_sip(c: connection)
	{
	if ( ! c?$sip_state )
		return;

	for ( _, info in c$sip_state$pending )
		Log::write(SIP::LOG, info);
	}
