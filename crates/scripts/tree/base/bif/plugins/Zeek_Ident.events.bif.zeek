# Declarations of the Ident plugin: events.

module GLOBAL;

export {
	## An Ident query (RFC 1413): which user owns a connection?
	##
	## c: The connection.
	##
	## lport: The port on the queried host.
	##
	## rport: The port on the querying host.
	global ident_request: event(c: connection, lport: port, rport: port);

	## The owner of a connection.
	##
	## c: The connection.
	##
	## lport: The port on the queried host.
	##
	## rport: The port on the querying host.
	##
	## user_id: The owner.
	##
	## system: The host's system.
	global ident_reply: event(c: connection, lport: port, rport: port, user_id: string, system: string);

	## An Ident server returns an error.
	##
	## c: The connection.
	##
	## lport: The port on the queried host.
	##
	## rport: The port on the querying host.
	##
	## line: The reason.
	global ident_error: event(c: connection, lport: port, rport: port, line: string);
}
