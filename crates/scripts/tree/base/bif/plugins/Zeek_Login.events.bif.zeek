# What the Login part declares: events.

module GLOBAL;

export {
	## A line from the client of rsh.
	global rsh_request: event(c: connection, client_user: string, server_user: string, line: string, new_session: bool);
	## A line to the client of rsh.
	global rsh_reply: event(c: connection, client_user: string, server_user: string, line: string);
	## Somebody was not let in.
	global login_failure: event(c: connection, user: string, client_user: string, password: string, line: string);
	## Somebody was let in.
	global login_success: event(c: connection, user: string, client_user: string, password: string, line: string);
	## A line from the user.
	global login_input_line: event(c: connection, line: string);
	## A line to the user.
	global login_output_line: event(c: connection, line: string);
	## The dialog of a login cannot be followed any more.
	global login_confused: event(c: connection, msg: string, line: string);
	## A line after that.
	global login_confused_text: event(c: connection, line: string);
	## The kind of terminal.
	global login_terminal: event(c: connection, terminal: string);
	## The X display.
	global login_display: event(c: connection, display: string);
	## Authentication by an option succeeded.
	global authentication_accepted: event(name: string, c: connection);
	## It failed.
	global authentication_rejected: event(name: string, c: connection);
	## The server asked for none.
	global authentication_skipped: event(c: connection);
	## The prompt of TTYPROMPT.
	global login_prompt: event(c: connection, prompt: string);
	## What follows is encrypted.
	global activating_encryption: event(c: connection);
	## An option does not fit to what was agreed before.
	global inconsistent_option: event(c: connection);
	## An option that is not well formed.
	global bad_option: event(c: connection);
	## An option without its end.
	global bad_option_termination: event(c: connection);
}
