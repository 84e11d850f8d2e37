# What the UDP part declares: events.

module GLOBAL;

export {
	## A packet of the originator.
	global udp_request: event(u: connection);
	## A packet of the responder.
	global udp_reply: event(u: connection);
	## A payload, where scripts asked for it.
	global udp_contents: event(u: connection, is_orig: bool, contents: string);
	## The count of bad checksums passed a threshold.
	global udp_multiple_checksum_errors: event(u: connection, is_orig: bool, threshold: count);
}
