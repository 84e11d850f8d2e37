# What the MySQL part declares: events.

module GLOBAL;

export {
	global mysql_command_request: event(c: connection, command: count, arg: string);
	global mysql_change_user: event(c: connection, username: string);
	global mysql_error: event(c: connection, code: count, msg: string);
	global mysql_ok: event(c: connection, affected_rows: count);
	global mysql_eof: event(c: connection, is_intermediate: bool);
	global mysql_result_row: event(c: connection, row: string_vec);
	global mysql_server_version: event(c: connection, ver: string);
	global mysql_handshake: event(c: connection, username: string);
	global mysql_ssl_request: event(c: connection);
	global mysql_auth_plugin: event(c: connection, is_orig: bool, name: string, data: string);
	global mysql_auth_switch_request: event(c: connection, name: string, data: string);
	global mysql_auth_more_data: event(c: connection, is_orig: bool, data: string);
}
