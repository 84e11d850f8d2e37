# What the Login part declares: events.

module GLOBAL;

export {
	## A line from the client of Rsh.
	##
	## c: The connection.
	##
	## client_user: The user there.
	##
	## server_user: The user here.
	##
	## line: The line.
	##
	## new_session: True for the first one, the command.
	global rsh_request: event(c: connection, client_user: string, server_user: string, line: string, new_session: bool);

	## A line from the server of Rsh.
	##
	## c: The connection.
	##
	## client_user: The user there.
	##
	## server_user: The user here.
	##
	## line: The line.
	global rsh_reply: event(c: connection, client_user: string, server_user: string, line: string);

	## A login failed, as far as the dialog shows.
	##
	## c: The connection.
	##
	## user: Who wanted in.
	##
	## client_user: The user on the client, if known.
	##
	## password: The password, if seen.
	##
	## line: The line that shows it.
	global login_failure: event(c: connection, user: string, client_user: string, password: string, line: string);

	## A login succeeded, as far as the dialog shows.
	##
	## c: The connection.
	##
	## user: Who is in.
	##
	## client_user: The user on the client, if known.
	##
	## password: The password, if seen.
	##
	## line: The line that shows it.
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

	## The dialog of a login makes no sense.
	##
	## c: The connection.
	##
	## msg: Why.
	##
	## line: The line in question.
	global login_confused: event(c: connection, msg: string, line: string);

	## A line of a dialog that made no sense before.
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
	## name: Who it is.
	##
	## c: The connection.
	global authentication_accepted: event(name: string, c: connection);

	## Telnet's authentication failed.
	##
	## name: Who it was to be.
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

	## An option of Telnet contradicts what was agreed on.
	##
	## c: The connection.
	global inconsistent_option: event(c: connection);

	## An option of Telnet is broken.
	##
	## c: The connection.
	global bad_option: event(c: connection);

	## An option of Telnet does not end as it should.
	##
	## c: The connection.
	global bad_option_termination: event(c: connection);
}
