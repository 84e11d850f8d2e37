# Declarations of the Syslog plugin: events.

module GLOBAL;

export {
	## A message of syslog.
	##
	## c: The connection.
	##
	## facility: The part of the system, 0 to 127; 999 without priority.
	##
	## severity: 0 emergency to 7 debugging; 999 without priority.
	##
	## msg: The text behind the priority.
	global syslog_message: event(c: connection, facility: count, severity: count, msg: string);
}
