# What the SOCKS part declares: events.

module GLOBAL;

export {
	global socks_request: event(c: connection, version: count, request_type: count, sa: SOCKS::Address, p: port, user: string);
	global socks_reply: event(c: connection, version: count, reply: count, sa: SOCKS::Address, p: port);
	global socks_login_userpass_request: event(c: connection, user: string, password: string);
	global socks_login_userpass_reply: event(c: connection, code: count);
}
