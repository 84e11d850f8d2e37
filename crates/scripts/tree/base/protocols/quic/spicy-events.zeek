# Events of the QUIC analyzer. Connection ids: dcid is that of the packet's destination, scid that of its source.

module QUIC;

export {
	## An Initial packet.
	global QUIC::initial_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);

	## A Retry packet: the server requires a validation of the client's address.
	global QUIC::retry_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string,
	    retry_token: string, retry_integrity_tag: string);

	## A Handshake packet.
	global QUIC::handshake_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);

	## A 0-RTT packet: data that a client sends before the handshake is complete.
	global QUIC::zero_rtt_packet: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);

	## A side closed the connection in an Initial packet; later packets cannot be decrypted.
	global QUIC::connection_close_frame: event(c: connection, is_orig: bool, version: count, dcid: string,
	    scid: string, error_code: count, reason_phrase: string);

	## A packet with an unknown version.
	global QUIC::unhandled_version: event(c: connection, is_orig: bool, version: count, dcid: string, scid: string);
}
