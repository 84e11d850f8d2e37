# What the Syslog part declares: events.

module GLOBAL;

export {
	## Every message; facility and severity are 999 where it has no priority.
	global syslog_message: event(c: connection, facility: count, severity: count, msg: string);
}
