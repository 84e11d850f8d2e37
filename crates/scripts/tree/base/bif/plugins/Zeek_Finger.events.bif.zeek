# What the Finger part declares: events.

module GLOBAL;

export {
	## Whom a client asks for.
	global finger_request: event(c: connection, full: bool, username: string, hostname: string);
	## A line of the answer.
	global finger_reply: event(c: connection, reply_line: string);
}
