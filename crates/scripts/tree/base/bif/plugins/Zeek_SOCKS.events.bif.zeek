# What the SOCKS part declares: events.

module GLOBAL;

export {
	## A client asks its proxy for a connection.
	global socks_request: event(c: connection, version: count, request_type: count, sa: SOCKS::Address, p: port, user: string);
	## What became of it.
	global socks_reply: event(c: connection, version: count, reply: count, sa: SOCKS::Address, p: port);
	## A user name with its password (RFC 1929).
	global socks_login_userpass_request: event(c: connection, user: string, password: string);
	## Whether they were accepted: 0 is yes.
	global socks_login_userpass_reply: event(c: connection, code: count);
}
