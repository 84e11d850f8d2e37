# Declarations of the SMTP plugin: events.

module GLOBAL;

export {
	## A command of SMTP.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## command: The command; ``>`` for a line without a command.
	##
	## arg: Its argument.
	global smtp_request: event(c: connection, is_orig: bool, command: string, arg: string);

	## A line of a reply of SMTP.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## code: The reply code.
	##
	## cmd: The command that it answers.
	##
	## msg: The text.
	##
	## cont_resp: True if more lines of the reply follow.
	global smtp_reply: event(c: connection, is_orig: bool, code: count, cmd: string, msg: string, cont_resp: bool);

	## A line of a mail.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## data: The line.
	global smtp_data: event(c: connection, is_orig: bool, data: string);

	## A violation of SMTP.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: A description.
	##
	## detail: The line.
	global smtp_unexpected: event(c: connection, is_orig: bool, msg: string, detail: string);

	## A server accepted STARTTLS; from here on the connection is TLS.
	##
	## c: The connection.
	global smtp_starttls: event(c: connection);
}
