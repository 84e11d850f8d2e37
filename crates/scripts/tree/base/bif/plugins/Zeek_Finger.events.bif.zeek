# Declarations of the Finger plugin: events.

module GLOBAL;

export {
	## A Finger query (RFC 1288).
	##
	## c: The connection.
	##
	## full: True if details are requested (``/W``).
	##
	## username: The user; empty for all.
	##
	## hostname: The host to forward the query to; empty for this server.
	global finger_request: event(c: connection, full: bool, username: string, hostname: string);

	## A line of a Finger answer.
	##
	## c: The connection.
	##
	## reply_line: The line.
	global finger_reply: event(c: connection, reply_line: string);
}
