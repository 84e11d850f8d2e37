# Declarations of the DHCP plugin: events.

module GLOBAL;

export {
	## A DHCP message. DHCP's scripts combine messages with the same transaction id into a row of dhcp.log.
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
