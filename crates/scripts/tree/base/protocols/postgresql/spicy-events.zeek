# Events of the PostgreSQL analyzer.

module PostgreSQL;

export {
	## A client requests TLS.
	global PostgreSQL::ssl_request: event(c: connection);

	## The server's answer: S for yes, N for no.
	global PostgreSQL::ssl_reply: event(c: connection, data: string);

	## The server requests authentication; data has its parameters.
	global PostgreSQL::authentication_request: event(c: connection, identifier: count, data: string);

	## The client is authenticated.
	global PostgreSQL::authentication_ok: event(c: connection);

	## The client's authentication data.
	global PostgreSQL::authentication_response: event(c: connection, data: string);

	## A parameter of a client's first message, before it.
	global PostgreSQL::startup_parameter: event(c: connection, name: string, value: string);

	## A client's first message.
	global PostgreSQL::startup_message: event(c: connection, major: count, minor: count);

	## The server waits for the next query: idle (I), in a transaction (T), or in a failed one (E).
	global PostgreSQL::ready_for_query: event(c: connection, transaction_status: string);

	## A query text.
	global PostgreSQL::simple_query: event(c: connection, query: string);

	## A field of an error, before it.
	global PostgreSQL::error_response_identified_field: event(c: connection, code: string, value: string);

	## An error.
	global PostgreSQL::error_response: event(c: connection);

	## A field of a notice, before it.
	global PostgreSQL::notice_response_identified_field: event(c: connection, code: string, value: string);

	## A notice.
	global PostgreSQL::notice_response: event(c: connection);

	## A row of a result.
	global PostgreSQL::data_row: event(c: connection, column_values: count);

	## A parameter of the server.
	global PostgreSQL::parameter_status: event(c: connection, name: string, value: string);

	## The key with which a client can cancel a query.
	global PostgreSQL::backend_key_data: event(c: connection, process_id: count, secret_key: count);

	## The client terminates the session.
	global PostgreSQL::terminate: event(c: connection);

	## A message that is not parsed.
	global PostgreSQL::not_implemented: event(c: connection, is_orig: bool, typ: string, chunk: string);
}
