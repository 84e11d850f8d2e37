# What the Syslog part declares: events.

module GLOBAL;

export {
	global syslog_message: event(c: connection, facility: count, severity: count, msg: string);
}
