# ldap.log and ldap_search.log: a line for each operation with its result (RFC 4511).
#
# Requests and responses are matched by message id. Searches have their own log: a search has a request, any number of
# entries and a result.

@load base/frameworks/reporter
@load base/protocols/conn/removal-hooks
@load ./consts

module LDAP;

export {
	redef enum Log::ID += { LDAP_LOG, LDAP_SEARCH_LOG };

	## Likely server ports.
	const ports_tcp = { 389/tcp, 3268/tcp } &redef;

	## Likely server ports.
	const ports_udp = { 389/udp } &redef;

	## Whether to log passwords sent in the clear.
	option default_capture_password = F;

	## Whether to log the attributes that a search requests.
	option default_log_search_attributes = F;

	global log_policy: Log::PolicyHook;
	global log_policy_search: Log::PolicyHook;

	## Logs pending operations when a connection is removed.
	global finalize_ldap: Conn::RemovalHook;

	## An operation other than a search.
	type MessageInfo: record {
		## When its first message was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The message id.
		message_id: int &log &optional;
		## The protocol version, if the client states it.
		version: int &log &optional;
		## The operation.
		opcode: string &log &optional;
		## Its result.
		result: string &log &optional;
		## The server's diagnostic message.
		diagnostic_message: string &log &optional;
		## Its object.
		object: string &log &optional;
		## Its argument.
		argument: string &log &optional;
	};

	## A search.
	type SearchInfo: record {
		## When its first message was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The message id.
		message_id: int &log &optional;
		## Its scope.
		scope: string &log &optional;
		## How it follows aliases.
		deref_aliases: string &log &optional;
		## Its base object.
		base_object: string &log &optional;
		## The number of entries found.
		result_count: count &log &optional;
		## Its result.
		result: string &log &optional;
		## The server's diagnostic message.
		diagnostic_message: string &log &optional;
		## Its filter (RFC 4515).
		filter: string &log &optional;
		## The requested attributes.
		attributes: vector of string &log &optional;
	};

	## Pending operations of a connection, by message id.
	type State: record {
		messages: table[int] of MessageInfo &optional;
		searches: table[int] of SearchInfo &optional;
	};

	## An operation that is about to be logged.
	global log_ldap: event(rec: LDAP::MessageInfo);
	## A search that is about to be logged.
	global log_ldap_search: event(rec: LDAP::SearchInfo);
}

redef record connection += {
	ldap: State &optional;
};

redef likely_server_ports += { LDAP::ports_tcp, LDAP::ports_udp };

# These are the last messages with their id.
global OPCODES_FINISHED: set[LDAP::ProtocolOpcode] = {
	LDAP::ProtocolOpcode_BIND_RESPONSE,
	LDAP::ProtocolOpcode_UNBIND_REQUEST,
	LDAP::ProtocolOpcode_SEARCH_RESULT_DONE,
	LDAP::ProtocolOpcode_MODIFY_RESPONSE,
	LDAP::ProtocolOpcode_ADD_RESPONSE,
	LDAP::ProtocolOpcode_DEL_RESPONSE,
	LDAP::ProtocolOpcode_MOD_DN_RESPONSE,
	LDAP::ProtocolOpcode_COMPARE_RESPONSE,
	LDAP::ProtocolOpcode_ABANDON_REQUEST,
	LDAP::ProtocolOpcode_EXTENDED_RESPONSE,
};

# The messages of a search.
global OPCODES_SEARCH: set[LDAP::ProtocolOpcode] = {
	LDAP::ProtocolOpcode_SEARCH_REQUEST,
	LDAP::ProtocolOpcode_SEARCH_RESULT_ENTRY,
	LDAP::ProtocolOpcode_SEARCH_RESULT_DONE,
	LDAP::ProtocolOpcode_SEARCH_RESULT_REFERENCE,
};

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_LDAP_TCP, LDAP::ports_tcp);
	Analyzer::register_for_ports(Analyzer::ANALYZER_LDAP_UDP, LDAP::ports_udp);
	Log::create_stream(LDAP::LDAP_LOG, Log::Stream($path="ldap", $columns=MessageInfo, $policy=log_policy,
	                                               $ev=log_ldap));
	Log::create_stream(LDAP::LDAP_SEARCH_LOG, Log::Stream($path="ldap_search", $columns=SearchInfo,
	                                                      $policy=log_policy_search, $ev=log_ldap_search));
	}

function state_of(c: connection): State
	{
	if ( ! c?$ldap )
		{
		c$ldap = State($messages=table(), $searches=table());
		Conn::register_removal_hook(c, finalize_ldap);
		}

	return c$ldap;
	}

function search_of(c: connection, message_id: int): SearchInfo
	{
	local all = state_of(c)$searches;

	if ( message_id !in all )
		all[message_id] = SearchInfo($ts=network_time(), $uid=c$uid, $id=c$id, $message_id=message_id, $result_count=0);

	return all[message_id];
	}

function operation_of(c: connection, message_id: int): MessageInfo
	{
	local all = state_of(c)$messages;

	if ( message_id !in all )
		all[message_id] = MessageInfo($ts=network_time(), $uid=c$uid, $id=c$id, $message_id=message_id);

	return all[message_id];
	}

# Reports a message id that is reused with different content.
function compare(c: connection, message_id: int, what: string, before: string, now: string)
	{
	if ( before != now )
		Reporter::conn_weird(fmt("LDAP_%s_change", what), c, fmt("%s: %s -> %s", message_id, before, now), "LDAP");
	}

function search_done(c: connection, message_id: int, result: LDAP::ResultCode, diagnostic_message: string)
	{
	local info = search_of(c, message_id);

	if ( result != LDAP::ResultCode_Undef )
		{
		local name = RESULT_CODES[result];

		if ( info?$result )
			compare(c, message_id, "search_result", info$result, name);

		info$result = name;
		}

	if ( diagnostic_message != "" )
		{
		if ( info?$diagnostic_message )
			compare(c, message_id, "search_diagnostic_message", info$diagnostic_message, diagnostic_message);

		info$diagnostic_message = diagnostic_message;
		}

	Log::write(LDAP::LDAP_SEARCH_LOG, info);
	delete c$ldap$searches[message_id];
	}

# The fields of a message besides the result.
function note_operation(c: connection, info: MessageInfo, opcode: LDAP::ProtocolOpcode)
	{
	local name = PROTOCOL_OPCODES[opcode];

	# The request of a bind has already filled these.
	if ( name == "bind" && info?$opcode )
		return;

	if ( name == "bind" )
		Reporter::conn_weird("LDAP_bind_without_opcode", c, fmt("%s: %s", info$message_id, name), "LDAP");
	else if ( info?$opcode )
		compare(c, info$message_id, "message_opcode", info$opcode, name);

	info$opcode = name;
	}

event LDAP::message(c: connection, message_id: int, opcode: LDAP::ProtocolOpcode, result: LDAP::ResultCode,
                    matched_dn: string, diagnostic_message: string, object: string, argument: string)
	{
	if ( opcode == LDAP::ProtocolOpcode_SEARCH_RESULT_DONE )
		{
		search_done(c, message_id, result, diagnostic_message);
		return;
		}

	if ( opcode in OPCODES_SEARCH )
		return;

	local info = operation_of(c, message_id);
	note_operation(c, info, opcode);

	if ( result != LDAP::ResultCode_Undef )
		{
		local name = RESULT_CODES[result];

		if ( info?$result )
			compare(c, message_id, "message_result", info$result, name);

		info$result = name;
		}

	if ( diagnostic_message != "" )
		{
		if ( info?$diagnostic_message )
			compare(c, message_id, "message_diagnostic_message", info$diagnostic_message, diagnostic_message);

		info$diagnostic_message = diagnostic_message;
		}

	if ( object != "" )
		{
		if ( info?$object )
			compare(c, message_id, "message_object", info$object, object);

		info$object = object;

		if ( opcode == LDAP::ProtocolOpcode_EXTENDED_REQUEST )
			info$object += fmt(" (%s)", EXTENDED_REQUESTS[object]);
		}

	if ( argument != "" )
		{
		local shown = info$opcode == BIND_SIMPLE && ! default_capture_password ? "REDACTED" : argument;

		if ( info?$argument )
			compare(c, message_id, "message_argument", info$argument, shown);

		info$argument = shown;
		}

	if ( opcode in OPCODES_FINISHED )
		{
		Log::write(LDAP::LDAP_LOG, info);
		delete c$ldap$messages[message_id];
		}
	}

event LDAP::search_request(c: connection, message_id: int, base_object: string, scope: LDAP::SearchScope,
                           deref: LDAP::SearchDerefAlias, size_limit: int, time_limit: int, types_only: bool,
                           filter: string, attributes: vector of string)
	{
	local info = search_of(c, message_id);

	if ( scope != LDAP::SearchScope_Undef )
		{
		local far = SEARCH_SCOPES[scope];

		if ( info?$scope )
			compare(c, message_id, "search_scope", info$scope, far);

		info$scope = far;
		}

	if ( deref != LDAP::SearchDerefAlias_Undef )
		{
		local aliases = SEARCH_DEREF_ALIASES[deref];

		if ( info?$deref_aliases )
			compare(c, message_id, "search_deref_aliases", info$deref_aliases, aliases);

		info$deref_aliases = aliases;
		}

	if ( base_object != "" )
		{
		if ( info?$base_object )
			compare(c, message_id, "search_base_object", info$base_object, base_object);

		info$base_object = base_object;
		}

	if ( info?$filter )
		compare(c, message_id, "search_filter", info$filter, filter);

	info$filter = filter;

	if ( default_log_search_attributes )
		{
		if ( info?$attributes )
			compare(c, message_id, "search_attributes", cat(info$attributes), cat(attributes));

		info$attributes = attributes;
		}
	}

event LDAP::search_result_entry(c: connection, message_id: int, object_name: string)
	{
	++search_of(c, message_id)$result_count;
	}

# Opcodes in the log, by authentication method.
const bind_opcodes: table[LDAP::BindAuthType] of string = {
	[LDAP::BindAuthType_BIND_AUTH_SIMPLE] = BIND_SIMPLE,
	[LDAP::BindAuthType_BIND_AUTH_SASL] = BIND_SASL,
	[LDAP::BindAuthType_SICILY_NEGOTIATE] = BIND_SICILY_NEGOTIATE,
	[LDAP::BindAuthType_SICILY_RESPONSE] = BIND_SICILY_RESPONSE,
};

event LDAP::bind_request(c: connection, message_id: int, version: int, name: string, auth_type: LDAP::BindAuthType,
                         auth_info: string)
	{
	local row = operation_of(c, message_id);

	if ( row?$opcode )
		Reporter::conn_weird("LDAP_bind_opcode_already_set", c, row$opcode, "LDAP");

	if ( auth_type in bind_opcodes )
		row$opcode = bind_opcodes[auth_type];
	else
		{
		row$opcode = cat(auth_type);
		Reporter::conn_weird("LDAP_unknown_auth_type", c, row$opcode, "LDAP");
		}

	if ( ! row?$version )
		row$version = version;
	}

# Clients use ids from 1 on; 0 is for the server's notifications.
hook finalize_ldap(c: connection)
	{
	if ( ! c?$ldap )
		return;

	for ( mid, m in c$ldap$messages )
		if ( mid > 0 )
			Log::write(LDAP::LDAP_LOG, m);

	for ( sid, s in c$ldap$searches )
		if ( sid > 0 )
			Log::write(LDAP::LDAP_SEARCH_LOG, s);

	delete c$ldap;
	}
