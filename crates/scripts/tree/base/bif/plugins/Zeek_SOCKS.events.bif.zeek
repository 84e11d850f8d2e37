# Declarations of the SOCKS plugin: events.

module GLOBAL;

export {
	## A client requests a connection from a proxy.
	##
	## c: The connection.
	##
	## version: 4 or 5.
	##
	## request_type: 1 connect, 2 listen, 3 UDP.
	##
	## sa: The destination by address or name.
	##
	## p: Its port.
	##
	## user: The user (version 4).
	global socks_request: event(c: connection, version: count, request_type: count, sa: SOCKS::Address, p: port, user: string);

	## A proxy's answer.
	##
	## c: The connection.
	##
	## version: 4 or 5.
	##
	## reply: The result.
	##
	## sa: The address or name that the proxy uses.
	##
	## p: Its port.
	global socks_reply: event(c: connection, version: count, reply: count, sa: SOCKS::Address, p: port);

	## A client logs in.
	##
	## c: The connection.
	##
	## user: The user.
	##
	## password: The password.
	global socks_login_userpass_request: event(c: connection, user: string, password: string);

	## The answer to a login.
	##
	## c: The connection.
	##
	## code: 0 for success.
	global socks_login_userpass_reply: event(c: connection, code: count);
}
