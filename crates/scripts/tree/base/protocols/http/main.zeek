# http.log: a row for each request with its reply.
#
# Requests may arrive before earlier requests are answered, so rows wait in the connection's state. Requests and
# replies are counted; those with equal counts belong together.

@load base/utils/numbers
@load base/utils/files
@load base/frameworks/tunnels
@load base/protocols/conn/removal-hooks

module HTTP;

export {
	redef enum Log::ID += {
		LOG,
	};

	global log_policy: Log::PolicyHook;

	## Tags that analyses give to a request.
	type Tags: enum {
		## No tag.
		EMPTY,
	};

	## Whether passwords go into the log.
	option default_capture_password = F;

	type Info: record {
		## When the request was seen.
		ts: time &log;
		## The connection's unique identifier, the same in all logs.
		uid: string &log;
		## The connection's addresses and ports.
		id: conn_id &log;
		## The number of the request on the connection, from 1.
		trans_depth: count &log;
		## The request's method, such as `GET`.
		method: string &log &optional;
		## The Host header, with its port if it has one.
		host: string &log &optional;
		## What the request asked for.
		uri: string &log &optional;
		## The `Referer` header: the page that led to the request.
		referrer: string &log &optional;
		## Taken from the reply.
		version: string &log &optional;
		## The `User-Agent` header.
		user_agent: string &log &optional;
		## The `Origin` header.
		origin: string &log &optional;
		## The number of bytes without compression.
		request_body_len: count &log &default=0;
		## Bytes of the response body that were seen, decompressed.
		response_body_len: count &log &default=0;
		## The response's code, such as 404.
		status_code: count &log &optional;
		## The response's text, such as `Not Found`.
		status_msg: string &log &optional;
		## Taken from the last informational reply.
		info_code: count &log &optional;
		## The text of the last interim (1xx) response.
		info_msg: string &log &optional;
		## What scripts noticed about the request.
		tags: set[Tags] &log;
		## From basic authentication.
		username: string &log &optional;
		## The password of basic authentication, if it was captured; `<hidden>` otherwise.
		password: string &log &optional;
		## Whether this request's password goes into the log.
		capture_password: bool &default=default_capture_password;
		## Headers that indicate a proxy.
		proxied: set[string] &log &optional;
		## A part of the file was requested.
		range_request: bool &default=F;
	};

	## The state of a connection's requests.
	type State: record {
		## Requests that are not logged yet, by number.
		pending: table[count] of Info;
		current_request: count &default=0;
		current_response: count &default=0;
		trans_depth: count &default=0;
	};

	## Headers that indicate a proxy.
	option proxy_headers: set[string] = {
		"FORWARDED", "X-FORWARDED-FOR", "X-FORWARDED-FROM", "CLIENT-IP", "VIA", "XROXY-CONNECTION",
		"PROXY-CONNECTION",
	};

	## Known methods.
	option http_methods: set[string] = {
		"GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "CONNECT", "PROPFIND", "PROPPATCH", "MKCOL",
		"COPY", "MOVE", "LOCK", "UNLOCK", "POLL", "REPORT", "SUBSCRIBE", "BMOVE", "SEARCH",
	};

	## Raised for each row.
	global log_http: event(rec: Info);

	## Called when a connection with HTTP ends.
	global finalize_http: Conn::RemovalHook;

	## The most requests that wait for replies; beyond that, all are logged. 0 is no limit.
	option max_pending_requests = 100;
}

redef record connection += {
	http: Info &optional;
	http_state: State &optional;
};

const ports = {
	80/tcp, 81/tcp, 631/tcp, 1080/tcp, 3128/tcp, 8000/tcp, 8080/tcp, 8888/tcp,
};
redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_HTTP, ports);
	Log::create_stream(HTTP::LOG, Log::Stream($path="http", $columns=Info, $policy=log_policy, $ev=log_http));
	}

function code_in_range(c: count, min: count, max: count): bool
	{
	return min <= c && c <= max;
	}

function new_http_session(c: connection): Info
	{
	return Info($ts=network_time(), $uid=c$uid, $id=c$id, $trans_depth=++c$http_state$trans_depth);
	}

# The state of a connection, created by its first message.
function need_state(c: connection)
	{
	if ( c?$http_state )
		return;

	c$http_state = State();
	Conn::register_removal_hook(c, finalize_http);
	}

# Sets c$http to the row of a side's message.
function set_state(c: connection, is_orig: bool)
	{
	if ( ! c?$http_state )
		need_state(c);

	local state = c$http_state;
	local n = is_orig ? state$current_request : state$current_response;

	if ( n !in state$pending )
		state$pending[n] = new_http_session(c);

	c$http = state$pending[n];
	}

# Writes the rows of all pending requests, and treats them as answered.
function flush_pending(c: connection)
	{
	local state = c$http_state;

	if ( state$current_response == 0 )
		++state$current_response;

	while ( state$current_response < state$current_request )
		{
		local n = state$current_response;

		if ( n in state$pending )
			{
			Log::write(HTTP::LOG, state$pending[n]);
			delete state$pending[n];
			}

		++state$current_response;
		}
	}

event http_request(c: connection, method: string, original_URI: string, unescaped_URI: string, version: string)
	&priority=5
	{
	need_state(c);
	local state = c$http_state;

	# More replies than requests: this request belongs to the next reply.
	if ( state$current_request < state$current_response )
		{
		Reporter::conn_weird("HTTP_response_before_request", c);
		state$current_request = state$current_response;
		}

	# Too many are pending: replies were missed, or can no longer be assigned.
	if ( max_pending_requests > 0 && |state$pending| > max_pending_requests )
		{
		Reporter::conn_weird("HTTP_excessive_pipelining", c);
		flush_pending(c);
		}

	++state$current_request;
	set_state(c, T);

	c$http$method = method;
	c$http$uri = unescaped_URI;

	if ( method !in http_methods )
		Reporter::conn_weird("unknown_HTTP_method", c, method);
	}

# Whether a status code is informational, so that another reply follows (RFC 9110, 15.2).
function is_interim(row: Info): bool
	{
	return row?$status_code && code_in_range(row$status_code, 100, 199);
	}

# Whether the last reply was only informational.
function awaits_final_reply(state: State): bool
	{
	if ( state$current_response !in state$pending )
		return F;

	local row = state$pending[state$current_response];
	return ! row?$status_code || is_interim(row);
	}

event http_reply(c: connection, version: string, code: count, reason: string) &priority=5
	{
	need_state(c);

	if ( ! awaits_final_reply(c$http_state) )
		++c$http_state$current_response;

	set_state(c, F);

	c$http$status_code = code;
	c$http$status_msg = reason;
	c$http$version = version;

	if ( code_in_range(code, 100, 199) )
		{
		c$http$info_code = code;
		c$http$info_msg = reason;
		}

	# A tunnel. Its client uses another port for each connection, so the port is left out.
	if ( code == 200 && c$http?$method && c$http$method == "CONNECT" )
		{
		local tunnel = copy(c$id);
		tunnel$orig_p = 0/tcp;
		Tunnel::register(Tunnel::EncapsulatingConn($cid=tunnel, $tunnel_type=Tunnel::HTTP));
		}
	}

# Notes the user name, if it is sent in the clear.
function note_authorization(c: connection, value: string)
	{
	if ( /^basic /i !in value )
		return;

	local row = c$http;
	local decoded = decode_base64_conn(c$id, sub(value, /basic[ \t]+/i, ""));
	local parts = split_string1(decoded, /:/);

	if ( |parts| == 2 )
		{
		row$username = parts[0];
		if ( row$capture_password )
			row$password = parts[1];
		}
	else
		{
		row$username = fmt("<problem-decoding> (%s)", value);
		if ( row$capture_password )
			row$password = decoded;
		}
	}

event http_header(c: connection, is_orig: bool, name: string, value: string) &priority=5
	{
	set_state(c, is_orig);

	if ( ! is_orig )
		return;

	switch ( name )
		{
		case "REFERER":
			c$http$referrer = value;
			break;
		case "HOST":
			c$http$host = value;
			break;
		case "RANGE":
			c$http$range_request = T;
			break;
		case "ORIGIN":
			c$http$origin = value;
			break;
		case "USER-AGENT":
			c$http$user_agent = value;
			break;
		default:
			if ( name in proxy_headers )
				{
				if ( ! c$http?$proxied )
					c$http$proxied = set();
				add c$http$proxied[fmt("%s -> %s", name, value)];
				}
			else if ( name == "AUTHORIZATION" || name == "PROXY-AUTHORIZATION" )
				note_authorization(c, value);
			break;
		}
	}

event http_message_done(c: connection, is_orig: bool, stat: http_message_stat) &priority=5
	{
	set_state(c, is_orig);

	if ( is_orig )
		c$http$request_body_len = stat$body_length;
	else
		c$http$response_body_len = stat$body_length;
	}

# The end of the reply ends the row, unless another reply follows.
event http_message_done(c: connection, is_orig: bool, stat: http_message_stat) &priority=-5
	{
	if ( is_orig || is_interim(c$http) )
		return;

	local state = c$http_state;
	delete state$pending[state$current_response];
	Log::write(HTTP::LOG, c$http);
	}

hook finalize_http(c: connection)
	{
	if ( ! c?$http_state )
		return;

	# Requests are numbered from 1.
	for ( n, row in c$http_state$pending )
		if ( n > 0 )
			Log::write(HTTP::LOG, row);
	}
