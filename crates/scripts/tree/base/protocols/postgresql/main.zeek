# postgresql.log: a line for each login and each query.

@load ./consts
@load ./spicy-events

@load base/protocols/conn/removal-hooks

module PostgreSQL;

export {
	redef enum Log::ID += { LOG };

	## A version of the protocol.
	type Version: record {
		major: count;
		minor: count;
	};

	## An exchange of messages.
	type Info: record {
		## When its first message was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## The user.
		user: string &optional &log;
		## The database that it uses.
		database: string &optional &log;
		## The client's application name.
		application_name: string &optional &log;
		## The client's message.
		frontend: string &optional &log;
		## The argument of that message.
		frontend_arg: string &optional &log;
		## The server's messages.
		backend: string &optional &log;
		## Their arguments.
		backend_arg: string &optional &log;
		## Whether it succeeded.
		success: bool &optional &log;
		## The number of rows.
		rows: count &optional &log;
	};

	## The state of a connection.
	type State: record {
		version: Version &optional;
		user: string &optional;
		database: string &optional;
		application_name: string &optional;
		rows: count &optional;
		errors: vector of string;
	};

	## A line on its way to the log.
	global log_postgresql: event(rec: Info);

	## Logs what is pending when a connection goes.
	global finalize_postgresql: Conn::RemovalHook;

	## Where servers listen.
	global ports: set[port] = { 5432/tcp } &redef;
}

redef record connection += {
	postgresql: Info &optional;
	postgresql_state: State &optional;
};

redef likely_server_ports += { ports };

event zeek_init() &priority=5
	{
	Analyzer::register_for_ports(Analyzer::ANALYZER_POSTGRESQL, ports);
	Log::create_stream(PostgreSQL::LOG, Log::Stream($path="postgresql", $columns=Info, $ev=log_postgresql));
	}

function open_row(c: connection): Info
	{
	if ( ! c?$postgresql_state )
		{
		Conn::register_removal_hook(c, finalize_postgresql);
		c$postgresql_state = State();
		}

	c$postgresql = Info($ts=network_time(), $uid=c$uid, $id=c$id);
	return c$postgresql;
	}

# The row of the current exchange, created by its first message.
function row_of(c: connection): Info
	{
	return c?$postgresql ? c$postgresql : open_row(c);
	}

# Logs the row of the current exchange. The fields of the startup message are repeated in each row.
function log_row(c: connection)
	{
	if ( ! c?$postgresql )
		return;

	local row = c$postgresql;
	local state = c$postgresql_state;
	delete c$postgresql;

	if ( state?$application_name )
		row$application_name = state$application_name;
	if ( state?$database )
		row$database = state$database;
	if ( state?$user )
		row$user = state$user;

	Log::write(PostgreSQL::LOG, row);
	}

# Appends to the server's messages so far.
function add_arg(row: Info, more: string)
	{
	row$backend_arg = row?$backend_arg ? row$backend_arg + "," + more : more;
	}

event PostgreSQL::ssl_request(c: connection)
	{
	row_of(c)$frontend = "ssl_request";
	}

event PostgreSQL::ssl_reply(c: connection, data: string)
	{
	local row = row_of(c);
	row$backend = "ssl_reply";
	row$backend_arg = data;
	row$success = data == "S";
	log_row(c);
	}

event PostgreSQL::startup_parameter(c: connection, name: string, value: string)
	{
	row_of(c);
	local state = c$postgresql_state;

	switch ( name )
		{
		case "application_name":
			state$application_name = value;
			break;
		case "database":
			state$database = value;
			break;
		case "user":
			state$user = value;
			break;
		}
	}

event PostgreSQL::startup_message(c: connection, major: count, minor: count)
	{
	row_of(c)$frontend = "startup";
	c$postgresql_state$version = Version($major=major, $minor=minor);
	}

event PostgreSQL::authentication_request(c: connection, identifier: count, data: string)
	{
	local row = row_of(c);

	# In a multi-step exchange such as SASL, further messages are appended.
	row$backend = row?$backend && ! ends_with(row$backend, "auth") ? row$backend + ",auth_request" : "auth_request";
	add_arg(row, auth_ids[identifier]);
	}

event PostgreSQL::authentication_ok(c: connection)
	{
	local row = row_of(c);
	row$backend = "auth_ok";
	row$success = T;
	}

event PostgreSQL::simple_query(c: connection, query: string)
	{
	# The reply to the previous one was not seen.
	log_row(c);

	local row = row_of(c);
	row$frontend = "simple_query";
	row$frontend_arg = query;
	c$postgresql_state$rows = 0;
	}

event PostgreSQL::data_row(c: connection, column_values: count)
	{
	row_of(c);
	local state = c$postgresql_state;
	state$rows = state?$rows ? state$rows + 1 : 1;
	}

event PostgreSQL::error_response_identified_field(c: connection, code: string, value: string)
	{
	row_of(c);
	c$postgresql_state$errors += fmt("%s=%s", error_ids[code], value);
	}

event PostgreSQL::error_response(c: connection)
	{
	local row = row_of(c);
	local state = c$postgresql_state;
	row$backend = row?$backend ? row$backend + ",error" : "error";
	add_arg(row, join_string_vec(state$errors, ","));
	row$success = F;
	state$errors = vector();
	log_row(c);
	}

event PostgreSQL::notice_response_identified_field(c: connection, code: string, value: string)
	{
	add_arg(row_of(c), fmt("%s=%s", error_ids[code], value));
	}

# Statuses that follow success: idle, and in a transaction; the third, E, is a failed transaction.
const good_statuses = set("I", "T");

event PostgreSQL::ready_for_query(c: connection, transaction_status: string)
	{
	if ( ! c?$postgresql )
		return;

	local row = c$postgresql;
	local state = c$postgresql_state;

	if ( state?$rows )
		{
		row$rows = state$rows;
		delete state$rows;
		}

	# An error was logged already.
	if ( ! row?$success )
		row$success = transaction_status in good_statuses;

	log_row(c);
	}

event PostgreSQL::terminate(c: connection)
	{
	log_row(c);
	row_of(c)$frontend = "terminate";
	log_row(c);
	}

hook finalize_postgresql(c: connection) &priority=-5
	{
	log_row(c);
	}
