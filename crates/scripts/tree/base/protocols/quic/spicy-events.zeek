# What the QUIC analyzer says. Ids are those that the sides gave the connection: dcid at the packet's destination, scid
# at its source.

module QUIC;

export {
	## An Initial packet.
	global QUIC::initial_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);

	## A server wants the client's address proven first.
	global QUIC::retry_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string,
	    retry_token: string, retry_integrity_tag: string);

	## A Handshake packet.
	global QUIC::handshake_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);

	## Data that a client sends before the handshake is through.
	global QUIC::zero_rtt_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);

	## A side gave up in an Initial packet; later ones cannot be read.
	global QUIC::connection_close_frame: event(c: connection, is_orig: bool, version: count, dcid: string,
	    scid: string, error_code: count, reason_phrase: string);

	## A version that the analyzer does not know.
	global QUIC::unhandled_version: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);
}
