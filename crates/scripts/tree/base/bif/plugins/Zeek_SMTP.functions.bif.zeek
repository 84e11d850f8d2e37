# What the SMTP part declares: functions.

module GLOBAL;

export {
	## Stops looking at the mails of a connection; its commands are still read.
	##
	## c: The connection.
	global skip_smtp_data: function(c: connection): any;
}
