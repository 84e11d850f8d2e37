# What the Login part declares: events.

module GLOBAL;

export {
	global rsh_request: event(c: connection, client_user: string, server_user: string, line: string, new_session: bool);
	global rsh_reply: event(c: connection, client_user: string, server_user: string, line: string);
	global login_failure: event(c: connection, user: string, client_user: string, password: string, line: string);
	global login_success: event(c: connection, user: string, client_user: string, password: string, line: string);
	global login_input_line: event(c: connection, line: string);
	global login_output_line: event(c: connection, line: string);
	global login_confused: event(c: connection, msg: string, line: string);
	global login_confused_text: event(c: connection, line: string);
	global login_terminal: event(c: connection, terminal: string);
	global login_display: event(c: connection, display: string);
	global authentication_accepted: event(name: string, c: connection);
	global authentication_rejected: event(name: string, c: connection);
	global authentication_skipped: event(c: connection);
	global login_prompt: event(c: connection, prompt: string);
	global activating_encryption: event(c: connection);
	global inconsistent_option: event(c: connection);
	global bad_option: event(c: connection);
	global bad_option_termination: event(c: connection);
}
