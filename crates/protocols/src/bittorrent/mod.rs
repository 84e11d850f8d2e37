//! BitTorrent (BEP 3, 23): the protocol between peers, and that of trackers over HTTP.
//!
//! Raises `bittorrent_peer_…` for each message of a peer and `bt_tracker_…` for requests to trackers and their
//! responses.
//!
//! Limits: a message of a peer has at most [`MAX_MESSAGE`] bytes, and the contents of pieces are not kept; a request
//! to a tracker and a response have [`MAX_TRACKER`] bytes, with values nested [`MAX_DEPTH`] levels deep.
mod bencode;
mod peer;
#[cfg(test)]
mod tests;
mod tracker;

pub use bencode::{BencodeError, Dictionary, Value};
pub use peer::{Message, Peer, maker as peer_maker};
pub use tracker::{Tracker, maker as tracker_maker};

/// The longest message of peers, in bytes.
const MAX_MESSAGE: u32 = 0x40000;
/// The longest request to a tracker and the longest answer, in bytes.
const MAX_TRACKER: usize = 2047;
/// How deep values lie in each other.
const MAX_DEPTH: usize = 64;

wire::anomalies! {
    /// A talk that is not as it should be.
    pub enum Anomaly from "BITTORRENTTRACKER" {
        /// A line behind a request.
        DataAfterRequest => "bittorrent_tracker_data_post_request",
    }
}
