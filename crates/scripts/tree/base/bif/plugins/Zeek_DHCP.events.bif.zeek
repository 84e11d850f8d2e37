# What the DHCP part declares: events.

module GLOBAL;

export {
	## A DHCP message. DHCP's scripts put messages with the same transaction id together to a line of dhcp.log.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: The fixed part of the message.
	##
	## options: Its options.
	global dhcp_message: event(c: connection, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options);
}
