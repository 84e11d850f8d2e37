# Declarations of the POP3 plugin: events.

module GLOBAL;

export {
	## A command of POP3.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## command: The command in capital letters.
	##
	## arg: Its argument.
	global pop3_request: event(c: connection, is_orig: bool, command: string, arg: string);

	## A reply of POP3.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## cmd: ``OK`` or ``ERR``.
	##
	## msg: The text.
	global pop3_reply: event(c: connection, is_orig: bool, cmd: string, msg: string);

	## A line of a multi-line answer.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data: The line.
	global pop3_data: event(c: connection, is_orig: bool, data: string);

	## A violation of POP3.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: A description.
	##
	## detail: The line.
	global pop3_unexpected: event(c: connection, is_orig: bool, msg: string, detail: string);

	## A server accepted STLS; from here on the connection is TLS.
	##
	## c: The connection.
	global pop3_starttls: event(c: connection);

	## A login succeeded.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## user: The user.
	##
	## password: The password, if seen.
	global pop3_login_success: event(c: connection, is_orig: bool, user: string, password: string);

	## A login failed.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## user: The user.
	##
	## password: The password, if seen.
	global pop3_login_failure: event(c: connection, is_orig: bool, user: string, password: string);
}
