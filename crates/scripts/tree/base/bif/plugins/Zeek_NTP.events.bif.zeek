# What the NTP part declares: events.

module GLOBAL;

export {
	## Every message.
	global ntp_message: event(c: connection, is_orig: bool, msg: NTP::Message);
}
