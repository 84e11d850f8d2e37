# Declarations of the NTP plugin: events.

module GLOBAL;

export {
	## An NTP message of any mode.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: The message; the part of its mode is set.
	global ntp_message: event(c: connection, is_orig: bool, msg: NTP::Message);
}
