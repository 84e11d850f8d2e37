# What the Finger part declares: events.

module GLOBAL;

export {
	## A question of Finger (RFC 1288).
	##
	## c: The connection.
	##
	## full: True if details are wanted (``/W``).
	##
	## username: The user; empty for all.
	##
	## hostname: The host that the question goes on to; empty for this one.
	global finger_request: event(c: connection, full: bool, username: string, hostname: string);

	## A line of an answer of Finger.
	##
	## c: The connection.
	##
	## reply_line: The line.
	global finger_reply: event(c: connection, reply_line: string);
}
