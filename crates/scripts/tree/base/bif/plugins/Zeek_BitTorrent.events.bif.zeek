# What the BitTorrent part declares: events.

module GLOBAL;

export {
	## A peer says hello.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## reserved: Eight bytes of flags for extensions.
	##
	## info_hash: The torrent, by 20 bytes.
	##
	## peer_id: The peer's name for itself, 20 bytes.
	global bittorrent_peer_handshake: event(c: connection, is_orig: bool, reserved: string, info_hash: string, peer_id: string);

	## A peer keeps a silent connection open.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_keep_alive: event(c: connection, is_orig: bool);

	## A peer will not send pieces for now.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_choke: event(c: connection, is_orig: bool);

	## A peer will send pieces from now on.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_unchoke: event(c: connection, is_orig: bool);

	## A peer would like pieces.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_interested: event(c: connection, is_orig: bool);

	## A peer wants no pieces.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	global bittorrent_peer_not_interested: event(c: connection, is_orig: bool);

	## A peer has a piece.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## piece_index: Its number.
	global bittorrent_peer_have: event(c: connection, is_orig: bool, piece_index: count);

	## The pieces that a peer has.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## bitfield: A bit each, the first one the highest of the first byte.
	global bittorrent_peer_bitfield: event(c: connection, is_orig: bool, bitfield: string);

	## A peer asks for a part of a piece.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## index: The piece.
	##
	## begin: Where the part begins in it.
	##
	## length: Its bytes.
	global bittorrent_peer_request: event(c: connection, is_orig: bool, index: count, begin: count, length: count);

	## A part of a piece is sent.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## index: The piece.
	##
	## begin: Where the part begins in it.
	##
	## piece_length: Its bytes.
	global bittorrent_peer_piece: event(c: connection, is_orig: bool, index: count, begin: count, piece_length: count);

	## A peer takes a request back.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## index: The piece.
	##
	## begin: Where the part begins in it.
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
	## data: What it holds.
	global bittorrent_peer_unknown: event(c: connection, is_orig: bool, message_id: count, data: string);

	## Something odd between peers.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: What.
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

	## Something odd between client and tracker.
	##
	## c: The connection.
	##
	## is_orig: True if the originator sent it.
	##
	## msg: What.
	global bt_tracker_weird: event(c: connection, is_orig: bool, msg: string);
}
