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

	## What a client wanted and got.
	type Info: record {
		## When the first message of it was seen.
		ts: time &log;
		## The connection.
		uid: string &log;
		## Its endpoints.
		id: conn_id &log;
		## Who the client is.
		user: string &optional &log;
		## The database that it uses.
		database: string &optional &log;
		## The program that it is.
		application_name: string &optional &log;
		## What the client said.
		frontend: string &optional &log;
		## And with what.
		frontend_arg: string &optional &log;
		## What the server said.
		backend: string &optional &log;
		## And with what.
		backend_arg: string &optional &log;
		## Whether the client got what it wanted.
		success: bool &optional &log;
		## How many rows came.
		rows: count &optional &log;
	};

	## What is known of a connection.
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

hook set_session(c: connection)
	{
	if ( ! c?$postgresql )
		c$postgresql = Info($ts=network_time(), $uid=c$uid, $id=c$id);

	if ( ! c?$postgresql_state )
		{
		c$postgresql_state = State();
		Conn::register_removal_hook(c, finalize_postgresql);
		}
	}

function write(c: connection)
	{
	if ( ! c?$postgresql )
		return;

	local s = c$postgresql_state;

	if ( s?$user )
		c$postgresql$user = s$user;

	if ( s?$database )
		c$postgresql$database = s$database;

	if ( s?$application_name )
		c$postgresql$application_name = s$application_name;

	Log::write(PostgreSQL::LOG, c$postgresql);
	delete c$postgresql;
	}

# Adds to what the server said with its messages so far.
function add_arg(info: Info, more: string)
	{
	info$backend_arg = info?$backend_arg ? info$backend_arg + "," + more : more;
	}

event PostgreSQL::ssl_request(c: connection)
	{
	hook set_session(c);
	c$postgresql$frontend = "ssl_request";
	}

event PostgreSQL::ssl_reply(c: connection, data: string)
	{
	hook set_session(c);
	c$postgresql$backend = "ssl_reply";
	c$postgresql$backend_arg = data;
	c$postgresql$success = data == "S";
	write(c);
	}

event PostgreSQL::startup_parameter(c: connection, name: string, value: string)
	{
	hook set_session(c);

	switch ( name )
		{
		case "user":
			c$postgresql_state$user = value;
			break;

		case "database":
			c$postgresql_state$database = value;
			break;

		case "application_name":
			c$postgresql_state$application_name = value;
			break;
		}
	}

event PostgreSQL::startup_message(c: connection, major: count, minor: count)
	{
	hook set_session(c);
	c$postgresql_state$version = Version($major=major, $minor=minor);
	c$postgresql$frontend = "startup";
	}

event PostgreSQL::authentication_request(c: connection, identifier: count, data: string)
	{
	hook set_session(c);
	local info = c$postgresql;

	if ( info?$backend && ! ends_with(info$backend, "auth") )
		info$backend += ",auth_request";
	else
		info$backend = "auth_request";

	add_arg(info, auth_ids[identifier]);
	}

event PostgreSQL::authentication_ok(c: connection)
	{
	hook set_session(c);
	c$postgresql$backend = "auth_ok";
	c$postgresql$success = T;
	}

event PostgreSQL::simple_query(c: connection, query: string)
	{
	write(c);
	hook set_session(c);
	c$postgresql$frontend = "simple_query";
	c$postgresql$frontend_arg = query;
	c$postgresql_state$rows = 0;
	}

event PostgreSQL::data_row(c: connection, column_values: count)
	{
	hook set_session(c);

	if ( ! c$postgresql_state?$rows )
		c$postgresql_state$rows = 0;

	++c$postgresql_state$rows;
	}

event PostgreSQL::error_response_identified_field(c: connection, code: string, value: string)
	{
	hook set_session(c);
	c$postgresql_state$errors += fmt("%s=%s", error_ids[code], value);
	}

event PostgreSQL::error_response(c: connection)
	{
	hook set_session(c);
	local info = c$postgresql;
	info$backend = info?$backend ? info$backend + ",error" : "error";
	add_arg(info, join_string_vec(c$postgresql_state$errors, ","));
	c$postgresql_state$errors = vector();
	info$success = F;
	write(c);
	}

event PostgreSQL::notice_response_identified_field(c: connection, code: string, value: string)
	{
	hook set_session(c);
	add_arg(c$postgresql, fmt("%s=%s", error_ids[code], value));
	}

event PostgreSQL::ready_for_query(c: connection, transaction_status: string)
	{
	if ( ! c?$postgresql )
		return;

	# Who was told of no error has succeeded.
	if ( ! c$postgresql?$success )
		c$postgresql$success = transaction_status == "I" || transaction_status == "T";

	if ( c$postgresql_state?$rows )
		{
		c$postgresql$rows = c$postgresql_state$rows;
		delete c$postgresql_state$rows;
		}

	write(c);
	}

event PostgreSQL::terminate(c: connection)
	{
	write(c);
	hook set_session(c);
	c$postgresql$frontend = "terminate";
	write(c);
	}

hook finalize_postgresql(c: connection) &priority=-5
	{
	write(c);
	}
