# What the SMTP part declares: events.

module GLOBAL;

export {
	## A command of the client.
	global smtp_request: event(c: connection, is_orig: bool, command: string, arg: string);
	## A line of a reply, with the command that it answers.
	global smtp_reply: event(c: connection, is_orig: bool, code: count, cmd: string, msg: string, cont_resp: bool);
	## A line of a mail.
	global smtp_data: event(c: connection, is_orig: bool, data: string);
	## Something that the protocol does not foresee here.
	global smtp_unexpected: event(c: connection, is_orig: bool, msg: string, detail: string);
	## TLS begins.
	global smtp_starttls: event(c: connection);
}
