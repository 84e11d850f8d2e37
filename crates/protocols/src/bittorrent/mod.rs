//! BitTorrent (BEP 3, 23): the protocol of peers, and of trackers over HTTP.
//!
//! Limits: a message of peers has at most [`MAX_MESSAGE`] bytes, and contents of pieces are not kept; what either side of
//! a talk with a tracker says has [`MAX_TRACKER`] bytes, and values lie [`MAX_DEPTH`] levels deep in each other.
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
