# What the Ident part declares: events.

module GLOBAL;

export {
	global ident_request: event(c: connection, lport: port, rport: port);
	global ident_reply: event(c: connection, lport: port, rport: port, user_id: string, system: string);
	global ident_error: event(c: connection, lport: port, rport: port, line: string);
}
