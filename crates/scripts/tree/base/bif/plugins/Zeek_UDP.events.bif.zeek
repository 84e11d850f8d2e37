# What the UDP part declares: events.

module GLOBAL;

export {
	global udp_request: event(u: connection);
	global udp_reply: event(u: connection);
	global udp_contents: event(u: connection, is_orig: bool, contents: string);
	global udp_multiple_checksum_errors: event(u: connection, is_orig: bool, threshold: count);
}
