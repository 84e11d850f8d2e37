# What the MySQL part declares: events.

module GLOBAL;

export {
	## A command of the client.
	global mysql_command_request: event(c: connection, command: count, arg: string);
	## A client goes on as another user.
	global mysql_change_user: event(c: connection, username: string);
	## A command failed.
	global mysql_error: event(c: connection, code: count, msg: string);
	## A command succeeded.
	global mysql_ok: event(c: connection, affected_rows: count);
	## The end of columns or rows.
	global mysql_eof: event(c: connection, is_intermediate: bool);
	## A row of a result.
	global mysql_result_row: event(c: connection, row: string_vec);
	## The version in the greeting of a server.
	global mysql_server_version: event(c: connection, ver: string);
	## The user name in the answer of a client.
	global mysql_handshake: event(c: connection, username: string);
	## A client wants TLS.
	global mysql_ssl_request: event(c: connection);
	## A way to authenticate, with its first data.
	global mysql_auth_plugin: event(c: connection, is_orig: bool, name: string, data: string);
	## The server wants another way to authenticate.
	global mysql_auth_switch_request: event(c: connection, name: string, data: string);
	## More data of that way.
	global mysql_auth_more_data: event(c: connection, is_orig: bool, data: string);
}
