# websocket.log: a row for each connection that HTTP hands over to WebSocket, and the analyzer's configuration.
#
# The handshake is HTTP, so what was agreed on is collected from its headers.

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
		uid: string &log;
		id: conn_id &log;
		## As in http.log.
		host: string &log &optional;
		uri: string &log &optional;
		user_agent: string &log &optional;
		## The protocol that the server has chosen.
		subprotocol: string &log &optional;
		## The protocols that the client speaks.
		client_protocols: vector of string &log &optional;
		## The extensions of both.
		server_extensions: vector of string &log &optional;
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

function set_websocket(c: connection)
	{
	c$websocket = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	}

# The answer that a key demands.
function expected_accept_for(key: string): string
	{
	return encode_base64(hexstr_to_bytestring(sha1_hash(key + HANDSHAKE_GUID)));
	}

function odd(c: connection, name: string, addl: string &default="")
	{
	Reporter::conn_weird(name, c, addl, "WebSocket");
	}

# The elements of a header's list, behind those that came before.
function with_elements(list: string_vec, value: string): string_vec
	{
	list += split_string(value, / *, */);
	return list;
	}

event http_header(c: connection, is_orig: bool, name: string, value: string)
	{
	if ( ! starts_with(name, "SEC-WEBSOCKET-") )
		return;

	if ( ! c?$websocket )
		set_websocket(c);

	local ws = c$websocket;

	switch ( name )
		{
		case "SEC-WEBSOCKET-PROTOCOL":
			if ( is_orig )
				{
				ws$client_protocols = with_elements(ws?$client_protocols ? ws$client_protocols : vector(), value);
				break;
				}

			if ( ws?$subprotocol )
				odd(c, "websocket_multiple_protocol_headers");
			ws$subprotocol = value;
			break;
		case "SEC-WEBSOCKET-EXTENSIONS":
			if ( is_orig )
				ws$client_extensions = with_elements(ws?$client_extensions ? ws$client_extensions : vector(), value);
			else
				ws$server_extensions = with_elements(ws?$server_extensions ? ws$server_extensions : vector(), value);
			break;
		case "SEC-WEBSOCKET-KEY":
			if ( ! is_orig )
				break;
			if ( ws?$client_key )
				odd(c, "websocket_multiple_key_headers");
			ws$client_key = value;
			break;
		case "SEC-WEBSOCKET-ACCEPT":
			if ( is_orig )
				break;
			if ( ws?$server_accept )
				odd(c, "websocket_multiple_accept_headers");
			ws$server_accept = value;
			break;
		}
	}

event websocket_established(c: connection, aid: count) &priority=5
	{
	if ( ! c?$websocket )
		{
		# No header spoke of it.
		odd(c, "websocket_established_unexpected");
		set_websocket(c);
		}

	local ws = c$websocket;

	if ( ! ws?$client_key )
		odd(c, "websocket_missing_key_header");
	if ( ! ws?$server_accept )
		odd(c, "websocket_missing_accept_header");

	if ( ws?$client_key && ws?$server_accept )
		{
		local expected = expected_accept_for(ws$client_key);

		if ( ws$server_accept != expected )
			odd(c, "websocket_wrong_accept_header", fmt("expected=%s, found=%s", expected, ws$server_accept));
		}

	if ( ! c?$http )
		return;

	if ( c$http?$host )
		ws$host = c$http$host;
	if ( c$http?$uri )
		ws$uri = c$http$uri;
	if ( c$http?$user_agent )
		ws$user_agent = c$http$user_agent;
	}

event websocket_established(c: connection, aid: count) &priority=-5
	{
	local ws = c$websocket;
	local config = AnalyzerConfig();

	if ( ws?$subprotocol )
		config$subprotocol = ws$subprotocol;
	if ( ws?$server_extensions )
		config$server_extensions = ws$server_extensions;

	if ( hook configure_analyzer(c, aid, config) )
		__configure_analyzer(c, aid, config);
	else
		disable_analyzer(c$id, aid);

	ws$ts = network_time();
	Log::write(WebSocket::LOG, ws);
	}
