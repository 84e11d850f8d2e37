# What the UDP part declares: events.

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

	## The payload of a UDP packet, for ports in udp_content_ports and the like.
	##
	## u: The flow.
	##
	## is_orig: True if the originator sent it.
	##
	## contents: The payload.
	global udp_contents: event(u: connection, is_orig: bool, contents: string);

	## As many packets of a side had wrong checksums as one of the thresholds says.
	##
	## u: The flow.
	##
	## is_orig: True if the originator sent it.
	##
	## threshold: The threshold.
	global udp_multiple_checksum_errors: event(u: connection, is_orig: bool, threshold: count);
}
