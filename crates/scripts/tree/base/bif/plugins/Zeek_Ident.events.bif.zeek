# What the Ident part declares: events.

module GLOBAL;

export {
	## A question of Ident (RFC 1413): whose is this connection?
	##
	## c: The connection.
	##
	## lport: The port of the host that is asked.
	##
	## rport: The port of the asker.
	global ident_request: event(c: connection, lport: port, rport: port);

	## The owner of a connection.
	##
	## c: The connection.
	##
	## lport: The port of the host that was asked.
	##
	## rport: The port of the asker.
	##
	## user_id: The owner.
	##
	## system: The host's system.
	global ident_reply: event(c: connection, lport: port, rport: port, user_id: string, system: string);

	## An Ident server cannot or will not tell.
	##
	## c: The connection.
	##
	## lport: The port of the host that was asked.
	##
	## rport: The port of the asker.
	##
	## line: Why.
	global ident_error: event(c: connection, lport: port, rport: port, line: string);
}
