# What the PostgreSQL analyzer says.

module PostgreSQL;

export {
	## A client would like TLS.
	global PostgreSQL::ssl_request: event(c: connection);

	## The server's answer: S for yes, N for no.
	global PostgreSQL::ssl_reply: event(c: connection, data: string);

	## The server wants the client to prove who it is; data is what that takes.
	global PostgreSQL::authentication_request: event(c: connection, identifier: count, data: string);

	## The client is let in.
	global PostgreSQL::authentication_ok: event(c: connection);

	## The client's proof.
	global PostgreSQL::authentication_response: event(c: connection, data: string);

	## A parameter of a client's first message, before it.
	global PostgreSQL::startup_parameter: event(c: connection, name: string, value: string);

	## A client's first message.
	global PostgreSQL::startup_message: event(c: connection, major: count, minor: count);

	## The server waits for the next query: idle (I), in a transaction (T), or in a failed one (E).
	global PostgreSQL::ready_for_query: event(c: connection, transaction_status: string);

	## A query in words.
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

	## What a client needs to cancel a query.
	global PostgreSQL::backend_key_data: event(c: connection, process_id: count, secret_key: count);

	## The client leaves.
	global PostgreSQL::terminate: event(c: connection);

	## A message that is not looked into.
	global PostgreSQL::not_implemented: event(c: connection, is_orig: bool, typ: string, chunk: string);
}
