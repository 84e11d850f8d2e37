# What the SMTP part declares: functions.

module GLOBAL;

export {
	global skip_smtp_data: function(c: connection): any;
}
