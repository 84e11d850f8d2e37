# What the POP3 part declares: events.

module GLOBAL;

export {
	global pop3_request: event(c: connection, is_orig: bool, command: string, arg: string);
	global pop3_reply: event(c: connection, is_orig: bool, cmd: string, msg: string);
	global pop3_data: event(c: connection, is_orig: bool, data: string);
	global pop3_unexpected: event(c: connection, is_orig: bool, msg: string, detail: string);
	global pop3_starttls: event(c: connection);
	global pop3_login_success: event(c: connection, is_orig: bool, user: string, password: string);
	global pop3_login_failure: event(c: connection, is_orig: bool, user: string, password: string);
}
