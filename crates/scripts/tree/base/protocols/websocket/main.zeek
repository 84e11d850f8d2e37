# websocket.log: a row for each connection that HTTP hands over to WebSocket, and the analyzer's configuration.
#
# The handshake is HTTP, so the negotiated settings are collected from its headers.

@load base/protocols/http

@load ./consts

module WebSocket;

redef HTTP::upgrade_analyzers += {
	["websocket"] = Analyzer::ANALYZER_WEBSOCKET,
};

export {
	redef enum Log::ID += {
		LOG,
	};

	type Info: record {
		## When the connection was handed over.
		ts: time &log;
		## The connection's unique identifier, the same in all logs.
		uid: string &log;
		## The connection's addresses and ports.
		id: conn_id &log;
		## As in http.log.
		host: string &log &optional;
		## The URI of the request that upgraded the connection.
		uri: string &log &optional;
		## The `User-Agent` header.
		user_agent: string &log &optional;
		## The protocol that the server has chosen.
		subprotocol: string &log &optional;
		## The protocols that the client offers.
		client_protocols: vector of string &log &optional;
		## The extensions of both.
		server_extensions: vector of string &log &optional;
		## The extensions that the client offered.
		client_extensions: vector of string &log &optional;
		## The client's key, and the server's answer to it.
		client_key: string &optional;
		server_accept: string &optional;
	};

	## Raised for each row.
	global log_websocket: event(rec: Info);

	global log_policy: Log::PolicyHook;

	## Called before the analyzer reads; handlers may change `config`. One that ends with `break` has the analyzer
	## removed.
	global configure_analyzer: hook(c: connection, aid: count, config: AnalyzerConfig);
}

redef record connection += {
	websocket: Info &optional;
};

event zeek_init() &priority=5
	{
	Log::create_stream(WebSocket::LOG, Log::Stream($path="websocket", $columns=Info, $policy=log_policy,
	                                               $ev=log_websocket));
	}

function open_row(c: connection): Info
	{
	c$websocket = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$websocket;
	}

# The expected answer to a key (RFC 6455, 4.2.2).
function accept_for(key: string): string
	{
	return encode_base64(hexstr_to_bytestring(sha1_hash(key + HANDSHAKE_GUID)));
	}

function weird(c: connection, name: string, addl: string &default="")
	{
	Reporter::conn_weird(name, c, addl, "WebSocket");
	}

# Appends the elements of a header's list to earlier ones.
function with_elements(list: string_vec, value: string): string_vec
	{
	list += split_string(value, / *, */);
	return list;
	}

# The client's request (RFC 6455, 4.1).
function request_header(c: connection, row: Info, name: string, value: string)
	{
	switch ( name )
		{
		case "SEC-WEBSOCKET-KEY":
			if ( row?$client_key )
				weird(c, "websocket_multiple_key_headers");
			row$client_key = value;
			break;
		case "SEC-WEBSOCKET-PROTOCOL":
			row$client_protocols = with_elements(row?$client_protocols ? row$client_protocols : vector(), value);
			break;
		case "SEC-WEBSOCKET-EXTENSIONS":
			row$client_extensions = with_elements(row?$client_extensions ? row$client_extensions : vector(), value);
			break;
		}
	}

# The server's answer (RFC 6455, 4.2.2).
function response_header(c: connection, row: Info, name: string, value: string)
	{
	switch ( name )
		{
		case "SEC-WEBSOCKET-ACCEPT":
			if ( row?$server_accept )
				weird(c, "websocket_multiple_accept_headers");
			row$server_accept = value;
			break;
		case "SEC-WEBSOCKET-PROTOCOL":
			if ( row?$subprotocol )
				weird(c, "websocket_multiple_protocol_headers");
			row$subprotocol = value;
			break;
		case "SEC-WEBSOCKET-EXTENSIONS":
			row$server_extensions = with_elements(row?$server_extensions ? row$server_extensions : vector(), value);
			break;
		}
	}

event http_header(c: connection, is_orig: bool, name: string, value: string)
	{
	if ( ! starts_with(name, "SEC-WEBSOCKET-") )
		return;

	local row = c?$websocket ? c$websocket : open_row(c);

	if ( is_orig )
		request_header(c, row, name, value);
	else
		response_header(c, row, name, value);
	}

# Reports a handshake without its key, without its answer, or with a wrong answer.
function check_handshake(c: connection, row: Info)
	{
	if ( ! row?$client_key )
		weird(c, "websocket_missing_key_header");

	if ( ! row?$server_accept )
		{
		weird(c, "websocket_missing_accept_header");
		return;
		}

	if ( ! row?$client_key )
		return;

	local found = row$server_accept;
	local expected = accept_for(row$client_key);

	if ( found != expected )
		weird(c, "websocket_wrong_accept_header", fmt("expected=%s, found=%s", expected, found));
	}

# Copies the columns that websocket.log shares with http.log.
function copy_request(row: Info, request: HTTP::Info)
	{
	if ( request?$user_agent )
		row$user_agent = request$user_agent;
	if ( request?$uri )
		row$uri = request$uri;
	if ( request?$host )
		row$host = request$host;
	}

event websocket_established(c: connection, aid: count) &priority=5
	{
	# The handshake had none of these headers.
	if ( ! c?$websocket )
		{
		weird(c, "websocket_established_unexpected");
		open_row(c);
		}

	check_handshake(c, c$websocket);

	if ( c?$http )
		copy_request(c$websocket, c$http);
	}

# The settings that the analyzer needs.
function agreed_config(row: Info): AnalyzerConfig
	{
	local config = AnalyzerConfig();

	if ( row?$server_extensions )
		config$server_extensions = row$server_extensions;
	if ( row?$subprotocol )
		config$subprotocol = row$subprotocol;

	return config;
	}

event websocket_established(c: connection, aid: count) &priority=-5
	{
	local row = c$websocket;
	local config = agreed_config(row);

	if ( ! hook configure_analyzer(c, aid, config) )
		disable_analyzer(c$id, aid);
	else
		__configure_analyzer(c, aid, config);

	row$ts = network_time();
	Log::write(WebSocket::LOG, row);
	}
