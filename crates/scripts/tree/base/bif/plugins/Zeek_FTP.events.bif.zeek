# What the FTP part declares: events.

module GLOBAL;

export {
	global ftp_request: event(c: connection, command: string, arg: string);
	global ftp_reply: event(c: connection, code: count, msg: string, cont_resp: bool);
	global ftp_starttls: event(c: connection);
}
