# What the SMTP part declares: events.

module GLOBAL;

export {
	global smtp_request: event(c: connection, is_orig: bool, command: string, arg: string);
	global smtp_reply: event(c: connection, is_orig: bool, code: count, cmd: string, msg: string, cont_resp: bool);
	global smtp_data: event(c: connection, is_orig: bool, data: string);
	global smtp_unexpected: event(c: connection, is_orig: bool, msg: string, detail: string);
	global smtp_starttls: event(c: connection);
}
