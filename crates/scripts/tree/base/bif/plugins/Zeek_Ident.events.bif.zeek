# What the Ident part declares: events.

module GLOBAL;

export {
	## Whose connection a client asks for.
	global ident_request: event(c: connection, lport: port, rport: port);
	## Whose it is.
	global ident_reply: event(c: connection, lport: port, rport: port, user_id: string, system: string);
	## It was not told.
	global ident_error: event(c: connection, lport: port, rport: port, line: string);
}
