# What the BitTorrent part declares: events.

module GLOBAL;

export {
	## What both begin with.
	global bittorrent_peer_handshake: event(c: connection, is_orig: bool, reserved: string, info_hash: string, peer_id: string);
	## Nothing but a sign of life.
	global bittorrent_peer_keep_alive: event(c: connection, is_orig: bool);
	## The other one gets nothing for now.
	global bittorrent_peer_choke: event(c: connection, is_orig: bool);
	## The other one may ask.
	global bittorrent_peer_unchoke: event(c: connection, is_orig: bool);
	## The peer would like to ask.
	global bittorrent_peer_interested: event(c: connection, is_orig: bool);
	## It would not.
	global bittorrent_peer_not_interested: event(c: connection, is_orig: bool);
	## A piece that the peer has now.
	global bittorrent_peer_have: event(c: connection, is_orig: bool, piece_index: count);
	## All pieces that it has.
	global bittorrent_peer_bitfield: event(c: connection, is_orig: bool, bitfield: string);
	## A part of a piece, please.
	global bittorrent_peer_request: event(c: connection, is_orig: bool, index: count, begin: count, length: count);
	## Here it is.
	global bittorrent_peer_piece: event(c: connection, is_orig: bool, index: count, begin: count, piece_length: count);
	## It is not wanted any more.
	global bittorrent_peer_cancel: event(c: connection, is_orig: bool, index: count, begin: count, length: count);
	## Where the peer takes part in the distributed hash table.
	global bittorrent_peer_port: event(c: connection, is_orig: bool, listen_port: port);
	## A message of any other type.
	global bittorrent_peer_unknown: event(c: connection, is_orig: bool, message_id: count, data: string);
	## A stream that cannot be read.
	global bittorrent_peer_weird: event(c: connection, is_orig: bool, msg: string);
	## A peer asks for others.
	global bt_tracker_request: event(c: connection, uri: string, headers: bt_tracker_headers);
	## The tracker's answer.
	global bt_tracker_response: event(c: connection, status: count, headers: bt_tracker_headers, peers: bittorrent_peer_set, benc: bittorrent_benc_dir);
	## The tracker refuses.
	global bt_tracker_response_not_ok: event(c: connection, status: count, headers: bt_tracker_headers);
	## Something that does not belong there.
	global bt_tracker_weird: event(c: connection, is_orig: bool, msg: string);
}
