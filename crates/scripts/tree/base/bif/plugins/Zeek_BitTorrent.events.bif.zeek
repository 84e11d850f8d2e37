# Declarations of the BitTorrent plugin: events.

module GLOBAL;

export {
	## A peer's handshake.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## reserved: Eight bytes of flags for extensions.
	##
	## info_hash: The torrent's hash, 20 bytes.
	##
	## peer_id: The peer's id, 20 bytes.
	global bittorrent_peer_handshake: event(c: connection, is_orig: bool, reserved: string, info_hash: string, peer_id: string);

	## A peer's keep-alive message.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_keep_alive: event(c: connection, is_orig: bool);

	## A peer chokes the other: it stops serving requests.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_choke: event(c: connection, is_orig: bool);

	## A peer unchokes the other: it serves requests from now on.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_unchoke: event(c: connection, is_orig: bool);

	## A peer is interested in pieces.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_interested: event(c: connection, is_orig: bool);

	## A peer is not interested in pieces.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_not_interested: event(c: connection, is_orig: bool);

	## A peer announces that it has a piece.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## piece_index: Its number.
	global bittorrent_peer_have: event(c: connection, is_orig: bool, piece_index: count);

	## A peer announces all pieces that it has.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## bitfield: One bit per piece; the first is the highest bit of the first byte.
	global bittorrent_peer_bitfield: event(c: connection, is_orig: bool, bitfield: string);

	## A peer requests a part of a piece.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## index: The piece.
	##
	## begin: The offset of the part in the piece.
	##
	## length: Its bytes.
	global bittorrent_peer_request: event(c: connection, is_orig: bool, index: count, begin: count, length: count);

	## A peer sends a part of a piece.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## index: The piece.
	##
	## begin: The offset of the part in the piece.
	##
	## piece_length: Its bytes.
	global bittorrent_peer_piece: event(c: connection, is_orig: bool, index: count, begin: count, piece_length: count);

	## A peer cancels a request.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## index: The piece.
	##
	## begin: The offset of the part in the piece.
	##
	## length: Its bytes.
	global bittorrent_peer_cancel: event(c: connection, is_orig: bool, index: count, begin: count, length: count);

	## The port on which a peer's distributed hash table listens.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## listen_port: The port.
	global bittorrent_peer_port: event(c: connection, is_orig: bool, listen_port: port);

	## A message of an unknown kind.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## message_id: Its number.
	##
	## data: Its content.
	global bittorrent_peer_unknown: event(c: connection, is_orig: bool, message_id: count, data: string);

	## Something odd in the traffic between peers.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: A description.
	global bittorrent_peer_weird: event(c: connection, is_orig: bool, msg: string);

	## A client asks a tracker for peers.
	##
	## c: The connection.
	##
	## uri: The request's URI with its parameters.
	##
	## headers: The header fields.
	global bt_tracker_request: event(c: connection, uri: string, headers: bt_tracker_headers);

	## A tracker's answer.
	##
	## c: The connection.
	##
	## status: The status code of HTTP.
	##
	## headers: The header fields.
	##
	## peers: The peers.
	##
	## benc: The whole answer, decoded.
	global bt_tracker_response: event(c: connection, status: count, headers: bt_tracker_headers, peers: bittorrent_peer_set, benc: bittorrent_benc_dir);

	## A tracker's answer with another status than 200.
	##
	## c: The connection.
	##
	## status: The status code of HTTP.
	##
	## headers: The header fields.
	global bt_tracker_response_not_ok: event(c: connection, status: count, headers: bt_tracker_headers);

	## Something odd in the traffic between client and tracker.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: A description.
	global bt_tracker_weird: event(c: connection, is_orig: bool, msg: string);
}
