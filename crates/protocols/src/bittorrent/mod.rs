//! BitTorrent (BEP 3, 23): the peer protocol, and the tracker protocol over HTTP.
//!
//! Raises a `bittorrent_peer_…` event for each peer message and a `bt_tracker_…` event for each tracker request
//! and response.
//!
//! Limits: a peer message has at most [`MAX_MESSAGE`] bytes; the content of pieces is skipped. A tracker request or
//! response has at most [`MAX_TRACKER`] bytes, and values nest at most [`MAX_DEPTH`] levels.
mod anomaly;
mod bencode;
mod peer;
#[cfg(test)]
mod tests;
mod tracker;

pub use anomaly::Anomaly;
pub use bencode::{BencodeError, Dictionary, Value};
pub use peer::{Message, Peer, maker as peer_maker};
pub use tracker::{Tracker, maker as tracker_maker};

/// The maximum length of a peer message, in bytes.
const MAX_MESSAGE: u32 = 0x40000;
/// The maximum length of a tracker request or response, in bytes.
const MAX_TRACKER: usize = 2047;
/// The maximum depth of nested lists and dictionaries.
const MAX_DEPTH: usize = 64;
