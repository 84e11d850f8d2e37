// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_BitTorrent.events.bif.zeek, base/init/applications.zeek}.
//! BitTorrent: what peers say to each other, and trackers over HTTP.
use crate::arg::{ConnId, ListOf, TableOf};
use crate::declare::{events, records};
use net_types::{Addr, Port};

records! {
    /// Where a peer listens.
    Peer = "bittorrent_peer" { h: Addr, p: Port }
    /// A value of a tracker's answer: one of these is set.
    BencValue<'a> = "bittorrent_benc_value" {
        i: Option<i64>, s: Option<&'a [u8]>, d: Option<&'a [u8]>, l: Option<&'a [u8]>
    }
}

events! { in bittorrent;
    /// What both begin with.
    PeerHandshake<'a> = "bittorrent_peer_handshake" {
        c: ConnId, is_orig: bool, reserved: &'a [u8], info_hash: &'a [u8], peer_id: &'a [u8]
    }
    /// Nothing but a sign of life.
    PeerKeepAlive = "bittorrent_peer_keep_alive" { c: ConnId, is_orig: bool }
    /// The other one gets nothing for now.
    PeerChoke = "bittorrent_peer_choke" { c: ConnId, is_orig: bool }
    /// The other one may ask.
    PeerUnchoke = "bittorrent_peer_unchoke" { c: ConnId, is_orig: bool }
    /// The peer would like to ask.
    PeerInterested = "bittorrent_peer_interested" { c: ConnId, is_orig: bool }
    /// It would not.
    PeerNotInterested = "bittorrent_peer_not_interested" { c: ConnId, is_orig: bool }
    /// A piece that the peer has now.
    PeerHave = "bittorrent_peer_have" { c: ConnId, is_orig: bool, piece_index: u64 }
    /// All pieces that it has.
    PeerBitfield<'a> = "bittorrent_peer_bitfield" { c: ConnId, is_orig: bool, bitfield: &'a [u8] }
    /// A part of a piece, please.
    PeerRequest = "bittorrent_peer_request" { c: ConnId, is_orig: bool, index: u64, begin: u64, length: u64 }
    /// Here it is.
    PeerPiece = "bittorrent_peer_piece" { c: ConnId, is_orig: bool, index: u64, begin: u64, piece_length: u64 }
    /// It is not wanted any more.
    PeerCancel = "bittorrent_peer_cancel" { c: ConnId, is_orig: bool, index: u64, begin: u64, length: u64 }
    /// Where the peer takes part in the distributed hash table.
    PeerPort = "bittorrent_peer_port" { c: ConnId, is_orig: bool, listen_port: Port }
    /// A message of any other type.
    PeerUnknown<'a> = "bittorrent_peer_unknown" { c: ConnId, is_orig: bool, message_id: u64, data: &'a [u8] }
    /// A stream that cannot be read.
    PeerWeird<'a> = "bittorrent_peer_weird" { c: ConnId, is_orig: bool, msg: &'a [u8] }
    /// A peer asks for others.
    TrackerRequest<'a> = "bt_tracker_request" { c: ConnId, uri: &'a [u8], headers: TableOf<'a, &'a [u8], &'a [u8]> }
    /// The tracker's answer.
    TrackerResponse<'a> = "bt_tracker_response" {
        c: ConnId, status: u64, headers: TableOf<'a, &'a [u8], &'a [u8]>, peers: ListOf<'a, Peer>,
        benc: TableOf<'a, &'a [u8], BencValue<'a>>
    }
    /// The tracker refuses.
    TrackerResponseNotOk<'a> = "bt_tracker_response_not_ok" {
        c: ConnId, status: u64, headers: TableOf<'a, &'a [u8], &'a [u8]>
    }
    /// Something that does not belong there.
    TrackerWeird<'a> = "bt_tracker_weird" { c: ConnId, is_orig: bool, msg: &'a [u8] }
}
