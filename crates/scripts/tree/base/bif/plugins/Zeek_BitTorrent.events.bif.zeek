# What the BitTorrent part declares: events.

module GLOBAL;

export {
	global bittorrent_peer_handshake: event(c: connection, is_orig: bool, reserved: string, info_hash: string, peer_id: string);
	global bittorrent_peer_keep_alive: event(c: connection, is_orig: bool);
	global bittorrent_peer_choke: event(c: connection, is_orig: bool);
	global bittorrent_peer_unchoke: event(c: connection, is_orig: bool);
	global bittorrent_peer_interested: event(c: connection, is_orig: bool);
	global bittorrent_peer_not_interested: event(c: connection, is_orig: bool);
	global bittorrent_peer_have: event(c: connection, is_orig: bool, piece_index: count);
	global bittorrent_peer_bitfield: event(c: connection, is_orig: bool, bitfield: string);
	global bittorrent_peer_request: event(c: connection, is_orig: bool, index: count, begin: count, length: count);
	global bittorrent_peer_piece: event(c: connection, is_orig: bool, index: count, begin: count, piece_length: count);
	global bittorrent_peer_cancel: event(c: connection, is_orig: bool, index: count, begin: count, length: count);
	global bittorrent_peer_port: event(c: connection, is_orig: bool, listen_port: port);
	global bittorrent_peer_unknown: event(c: connection, is_orig: bool, message_id: count, data: string);
	global bittorrent_peer_weird: event(c: connection, is_orig: bool, msg: string);
	global bt_tracker_request: event(c: connection, uri: string, headers: bt_tracker_headers);
	global bt_tracker_response: event(c: connection, status: count, headers: bt_tracker_headers, peers: bittorrent_peer_set, benc: bittorrent_benc_dir);
	global bt_tracker_response_not_ok: event(c: connection, status: count, headers: bt_tracker_headers);
	global bt_tracker_weird: event(c: connection, is_orig: bool, msg: string);
}
