// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_BitTorrent.events.bif.zeek, base/init/applications.zeek}.
//! BitTorrent: what peers say to each other, and trackers over HTTP.
use crate::arg::{ConnId, ListOf, TableOf};
use crate::declare::{events, records};
use net_types::{Addr, Port};

records! {
    /// The address and port of a peer.
    Peer = "bittorrent_peer" { h: Addr, p: Port }
    /// A value of a tracker's answer. One of the fields is set.
    BencValue<'a> = "bittorrent_benc_value" {
        i: Option<i64>, s: Option<&'a [u8]>, d: Option<&'a [u8]>, l: Option<&'a [u8]>
    }
}

events! { in bittorrent;
    /// A peer says hello.
    PeerHandshake<'a> = "bittorrent_peer_handshake" {
        c: ConnId, is_orig: bool, reserved: &'a [u8], info_hash: &'a [u8], peer_id: &'a [u8]
    }
    /// A peer keeps a silent connection open.
    PeerKeepAlive = "bittorrent_peer_keep_alive" { c: ConnId, is_orig: bool }
    /// A peer will not send pieces for now.
    PeerChoke = "bittorrent_peer_choke" { c: ConnId, is_orig: bool }
    /// A peer will send pieces from now on.
    PeerUnchoke = "bittorrent_peer_unchoke" { c: ConnId, is_orig: bool }
    /// A peer would like pieces.
    PeerInterested = "bittorrent_peer_interested" { c: ConnId, is_orig: bool }
    /// A peer wants no pieces.
    PeerNotInterested = "bittorrent_peer_not_interested" { c: ConnId, is_orig: bool }
    /// A peer has a piece.
    PeerHave = "bittorrent_peer_have" { c: ConnId, is_orig: bool, piece_index: u64 }
    /// The pieces that a peer has.
    PeerBitfield<'a> = "bittorrent_peer_bitfield" { c: ConnId, is_orig: bool, bitfield: &'a [u8] }
    /// A peer asks for a part of a piece.
    PeerRequest = "bittorrent_peer_request" { c: ConnId, is_orig: bool, index: u64, begin: u64, length: u64 }
    /// A part of a piece is sent.
    PeerPiece = "bittorrent_peer_piece" { c: ConnId, is_orig: bool, index: u64, begin: u64, piece_length: u64 }
    /// A peer takes a request back.
    PeerCancel = "bittorrent_peer_cancel" { c: ConnId, is_orig: bool, index: u64, begin: u64, length: u64 }
    /// The port on which a peer's distributed hash table listens.
    PeerPort = "bittorrent_peer_port" { c: ConnId, is_orig: bool, listen_port: Port }
    /// A message of an unknown kind.
    PeerUnknown<'a> = "bittorrent_peer_unknown" { c: ConnId, is_orig: bool, message_id: u64, data: &'a [u8] }
    /// Something odd between peers.
    PeerWeird<'a> = "bittorrent_peer_weird" { c: ConnId, is_orig: bool, msg: &'a [u8] }
    /// A client asks a tracker for peers.
    TrackerRequest<'a> = "bt_tracker_request" { c: ConnId, uri: &'a [u8], headers: TableOf<'a, &'a [u8], &'a [u8]> }
    /// A tracker's answer.
    TrackerResponse<'a> = "bt_tracker_response" {
        c: ConnId, status: u64, headers: TableOf<'a, &'a [u8], &'a [u8]>, peers: ListOf<'a, Peer>,
        benc: TableOf<'a, &'a [u8], BencValue<'a>>
    }
    /// A tracker's answer with another status than 200.
    TrackerResponseNotOk<'a> = "bt_tracker_response_not_ok" {
        c: ConnId, status: u64, headers: TableOf<'a, &'a [u8], &'a [u8]>
    }
    /// Something odd between client and tracker.
    TrackerWeird<'a> = "bt_tracker_weird" { c: ConnId, is_orig: bool, msg: &'a [u8] }
}
