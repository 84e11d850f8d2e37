# Declarations of the MySQL plugin: events.

module GLOBAL;

export {
	## A command of a client.
	##
	## c: The connection.
	##
	## command: Its number, such as 3 for a query.
	##
	## arg: Its argument, such as the query.
	global mysql_command_request: event(c: connection, command: count, arg: string);

	## A client changes the user.
	##
	## c: The connection.
	##
	## username: The user.
	global mysql_change_user: event(c: connection, username: string);

	## A command failed.
	##
	## c: The connection.
	##
	## code: The error's number.
	##
	## msg: The text.
	global mysql_error: event(c: connection, code: count, msg: string);

	## A command succeeded.
	##
	## c: The connection.
	##
	## affected_rows: The number of rows changed.
	global mysql_ok: event(c: connection, affected_rows: count);

	## The end of a list.
	##
	## c: The connection.
	##
	## is_intermediate: True if rows follow the list of columns.
	global mysql_eof: event(c: connection, is_intermediate: bool);

	## A row of a result.
	##
	## c: The connection.
	##
	## row: Its cells as text.
	global mysql_result_row: event(c: connection, row: string_vec);

	## A server's greeting.
	##
	## c: The connection.
	##
	## ver: Its version.
	global mysql_server_version: event(c: connection, ver: string);

	## A client's login.
	##
	## c: The connection.
	##
	## username: The user.
	global mysql_handshake: event(c: connection, username: string);

	## A client requests TLS; from here on the connection is TLS.
	##
	## c: The connection.
	global mysql_ssl_request: event(c: connection);

	## An authentication method and its first data.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## name: The method.
	##
	## data: Its first data.
	global mysql_auth_plugin: event(c: connection, is_orig: bool, name: string, data: string);

	## A server requests another authentication method.
	##
	## c: The connection.
	##
	## name: The method.
	##
	## data: Its first data.
	global mysql_auth_switch_request: event(c: connection, name: string, data: string);

	## More data of an authentication method.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data: The data.
	global mysql_auth_more_data: event(c: connection, is_orig: bool, data: string);
}
