# Declarations of the UDP plugin: events.

module GLOBAL;

export {
	## A packet of a UDP flow from the originator.
	##
	## u: The flow.
	global udp_request: event(u: connection);

	## A packet of a UDP flow from the responder.
	##
	## u: The flow.
	global udp_reply: event(u: connection);

	## The payload of a UDP packet, for ports in udp_content_ports and similar options.
	##
	## u: The flow.
	##
	## is_orig: True if the originator sent it.
	##
	## contents: The payload.
	global udp_contents: event(u: connection, is_orig: bool, contents: string);

	## The number of a side's packets with wrong checksums has reached a threshold.
	##
	## u: The flow.
	##
	## is_orig: True if the originator sent it.
	##
	## threshold: The threshold.
	global udp_multiple_checksum_errors: event(u: connection, is_orig: bool, threshold: count);
}
