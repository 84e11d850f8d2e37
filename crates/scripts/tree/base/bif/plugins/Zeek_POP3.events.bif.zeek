# What the POP3 part declares: events.

module GLOBAL;

export {
	## A command of the client.
	global pop3_request: event(c: connection, is_orig: bool, command: string, arg: string);
	## A reply of the server.
	global pop3_reply: event(c: connection, is_orig: bool, cmd: string, msg: string);
	## A line of a reply of many lines.
	global pop3_data: event(c: connection, is_orig: bool, data: string);
	## Something that the protocol does not foresee here.
	global pop3_unexpected: event(c: connection, is_orig: bool, msg: string, detail: string);
	## TLS begins.
	global pop3_starttls: event(c: connection);
	## A user was let in.
	global pop3_login_success: event(c: connection, is_orig: bool, user: string, password: string);
	## A user was not let in.
	global pop3_login_failure: event(c: connection, is_orig: bool, user: string, password: string);
}
