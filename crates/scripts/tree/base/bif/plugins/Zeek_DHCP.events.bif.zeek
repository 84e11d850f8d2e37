# What the DHCP part declares: events.

module GLOBAL;

export {
	## Every message.
	global dhcp_message: event(c: connection, is_orig: bool, msg: DHCP::Msg, options: DHCP::Options);
}
