# What the FTP part declares: events.

module GLOBAL;

export {
	## A command of the client, in upper case.
	global ftp_request: event(c: connection, command: string, arg: string);
	## A line of a reply; code 0 within a reply of many lines.
	global ftp_reply: event(c: connection, code: count, msg: string, cont_resp: bool);
	## TLS begins on the control connection.
	global ftp_starttls: event(c: connection);
}
