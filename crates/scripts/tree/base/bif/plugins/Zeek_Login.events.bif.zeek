# Declarations of the Login plugin: events.

module GLOBAL;

export {
	## A line from the client of Rsh.
	##
	## c: The connection.
	##
	## client_user: The user on the client.
	##
	## server_user: The user on the server.
	##
	## line: The line.
	##
	## new_session: True for the first one, the command.
	global rsh_request: event(c: connection, client_user: string, server_user: string, line: string, new_session: bool);

	## A line from the server of Rsh.
	##
	## c: The connection.
	##
	## client_user: The user on the client.
	##
	## server_user: The user on the server.
	##
	## line: The line.
	global rsh_reply: event(c: connection, client_user: string, server_user: string, line: string);

	## A login failed, inferred from the dialog.
	##
	## c: The connection.
	##
	## user: The user.
	##
	## client_user: The user on the client, if known.
	##
	## password: The password, if seen.
	##
	## line: The line from which this was inferred.
	global login_failure: event(c: connection, user: string, client_user: string, password: string, line: string);

	## A login succeeded, inferred from the dialog.
	##
	## c: The connection.
	##
	## user: The user.
	##
	## client_user: The user on the client, if known.
	##
	## password: The password, if seen.
	##
	## line: The line from which this was inferred.
	global login_success: event(c: connection, user: string, client_user: string, password: string, line: string);

	## A line that a user typed.
	##
	## c: The connection.
	##
	## line: The line.
	global login_input_line: event(c: connection, line: string);

	## A line that the server showed.
	##
	## c: The connection.
	##
	## line: The line.
	global login_output_line: event(c: connection, line: string);

	## The dialog of a login cannot be interpreted.
	##
	## c: The connection.
	##
	## msg: The reason.
	##
	## line: The line in question.
	global login_confused: event(c: connection, msg: string, line: string);

	## A line of a login dialog that can no longer be interpreted.
	##
	## c: The connection.
	##
	## line: The line.
	global login_confused_text: event(c: connection, line: string);

	## The kind of terminal that a client has.
	##
	## c: The connection.
	##
	## terminal: The kind.
	global login_terminal: event(c: connection, terminal: string);

	## The display of a client.
	##
	## c: The connection.
	##
	## display: The display.
	global login_display: event(c: connection, display: string);

	## Telnet's authentication succeeded.
	##
	## name: The authenticated user.
	##
	## c: The connection.
	global authentication_accepted: event(name: string, c: connection);

	## Telnet's authentication failed.
	##
	## name: The user.
	##
	## c: The connection.
	global authentication_rejected: event(name: string, c: connection);

	## No authentication of Telnet took place.
	##
	## c: The connection.
	global authentication_skipped: event(c: connection);

	## The prompt that a client tells its server.
	##
	## c: The connection.
	##
	## prompt: The prompt.
	global login_prompt: event(c: connection, prompt: string);

	## Both sides of Telnet encrypt from here on.
	##
	## c: The connection.
	global activating_encryption: event(c: connection);

	## A Telnet option contradicts the negotiated state.
	##
	## c: The connection.
	global inconsistent_option: event(c: connection);

	## A malformed Telnet option.
	##
	## c: The connection.
	global bad_option: event(c: connection);

	## A Telnet option without a proper end.
	##
	## c: The connection.
	global bad_option_termination: event(c: connection);
}
