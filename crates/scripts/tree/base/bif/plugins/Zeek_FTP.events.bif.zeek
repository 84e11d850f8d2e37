# Declarations of the FTP plugin: events.

module GLOBAL;

export {
	## An FTP command.
	##
	## c: The connection.
	##
	## command: The command in capital letters.
	##
	## arg: Its argument as sent.
	global ftp_request: event(c: connection, command: string, arg: string);

	## A line of an FTP reply.
	##
	## c: The connection.
	##
	## code: The reply code; 0 for a line without one within a longer reply.
	##
	## msg: The text.
	##
	## cont_resp: True if more lines of the reply follow.
	global ftp_reply: event(c: connection, code: count, msg: string, cont_resp: bool);

	## A server accepted AUTH TLS; from here on the connection is TLS.
	##
	## c: The connection.
	global ftp_starttls: event(c: connection);
}
