# Declarations of the SMTP plugin: functions.

module GLOBAL;

export {
	## Stops analyzing the mails of a connection; its commands are still parsed.
	##
	## c: The connection.
	global skip_smtp_data: function(c: connection): any;
}
