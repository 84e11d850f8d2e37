// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_BitTorrent.events.bif.zeek, base/init/applications.zeek}.
//! BitTorrent: messages between peers, and trackers over HTTP.
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
    /// A peer's handshake.
    PeerHandshake<'a> = "bittorrent_peer_handshake" {
        c: ConnId, is_orig: bool, reserved: &'a [u8], info_hash: &'a [u8], peer_id: &'a [u8]
    }
    /// A peer's keep-alive message.
    PeerKeepAlive = "bittorrent_peer_keep_alive" { c: ConnId, is_orig: bool }
    /// A peer chokes the other: it stops serving requests.
    PeerChoke = "bittorrent_peer_choke" { c: ConnId, is_orig: bool }
    /// A peer unchokes the other: it serves requests from now on.
    PeerUnchoke = "bittorrent_peer_unchoke" { c: ConnId, is_orig: bool }
    /// A peer is interested in pieces.
    PeerInterested = "bittorrent_peer_interested" { c: ConnId, is_orig: bool }
    /// A peer is not interested in pieces.
    PeerNotInterested = "bittorrent_peer_not_interested" { c: ConnId, is_orig: bool }
    /// A peer announces that it has a piece.
    PeerHave = "bittorrent_peer_have" { c: ConnId, is_orig: bool, piece_index: u64 }
    /// A peer announces all pieces that it has.
    PeerBitfield<'a> = "bittorrent_peer_bitfield" { c: ConnId, is_orig: bool, bitfield: &'a [u8] }
    /// A peer requests a part of a piece.
    PeerRequest = "bittorrent_peer_request" { c: ConnId, is_orig: bool, index: u64, begin: u64, length: u64 }
    /// A peer sends a part of a piece.
    PeerPiece = "bittorrent_peer_piece" { c: ConnId, is_orig: bool, index: u64, begin: u64, piece_length: u64 }
    /// A peer cancels a request.
    PeerCancel = "bittorrent_peer_cancel" { c: ConnId, is_orig: bool, index: u64, begin: u64, length: u64 }
    /// The port on which a peer's distributed hash table listens.
    PeerPort = "bittorrent_peer_port" { c: ConnId, is_orig: bool, listen_port: Port }
    /// A message of an unknown kind.
    PeerUnknown<'a> = "bittorrent_peer_unknown" { c: ConnId, is_orig: bool, message_id: u64, data: &'a [u8] }
    /// Something odd in the traffic between peers.
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
    /// Something odd in the traffic between client and tracker.
    TrackerWeird<'a> = "bt_tracker_weird" { c: ConnId, is_orig: bool, msg: &'a [u8] }
}
