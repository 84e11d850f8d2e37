//! The file formats: bytes in, records out. No IO, and only the state that the format itself requires.
//!
//! A decoder is given a window of the capture that begins where it stopped last time. It appends records, and returns
//! how many bytes it consumed and how many it needs to continue.
use crate::Record;
use crate::error::Corruption;
use net_types::LinkType;

mod pcap;
mod pcapng;

/// The longest accepted record: the limit of tcpdump's own reader.
pub(crate) const MAX_FRAME: u32 = 262_144;

/// Length of the shortest file: a pcap header. Every pcapng section is longer.
const SHORTEST: usize = 24;

/// A decoder's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Bytes consumed from the start of the window; records may point into them.
    pub consumed: usize,
    /// Number of bytes that the next record needs from there on. If the window has that many, the limit of records was
    /// reached.
    pub wanted: usize,
    /// The kind of that record, for the error if the capture ends there.
    pub what: &'static str,
}

/// A decoder of the format that the first bytes announce.
#[derive(Debug)]
pub struct Decoder(State);

#[derive(Debug)]
enum State {
    /// No bytes seen yet.
    Start,
    Pcap(pcap::Pcap),
    Pcapng(pcapng::Pcapng),
}

/// Whether these are the first bytes of an uncompressed capture.
#[must_use]
pub fn is_magic(first: [u8; 4]) -> bool {
    u32::from_be_bytes(first) == pcapng::SECTION_HEADER || pcap::is_magic(first)
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder(State::Start)
    }
}

impl Decoder {
    /// Appends up to `limit` records to `out`, with offsets from the start of `window`.
    ///
    /// On corruption, `out` has all records before it, and the error has its offset in the window.
    pub fn decode(
        &mut self,
        window: &[u8],
        limit: usize,
        out: &mut Vec<Record>,
    ) -> Result<Progress, (usize, Corruption)> {
        let mut start = 0;
        if let State::Start = self.0 {
            let Some(magic) = window.first_chunk::<4>() else {
                return Ok(Progress { consumed: 0, wanted: SHORTEST, what: "file header" });
            };
            if u32::from_be_bytes(*magic) == pcapng::SECTION_HEADER {
                self.0 = State::Pcapng(pcapng::Pcapng::default());
            } else {
                match pcap::Pcap::header(window).map_err(|c| (0, c))? {
                    Ok((pcap, len)) => {
                        self.0 = State::Pcap(pcap);
                        start = len;
                    }
                    Err(wanted) => return Ok(Progress { consumed: 0, wanted, what: "file header" }),
                }
            }
        }
        match &mut self.0 {
            State::Pcap(d) => d.records(window, start, limit, out),
            State::Pcapng(d) => d.blocks(window, limit, out),
            State::Start => Ok(Progress { consumed: 0, wanted: SHORTEST, what: "file header" }),
        }
    }

    /// The link type that the file header declares, or that of the first interface; `None` before either was seen.
    pub fn link(&self) -> Option<LinkType> {
        match &self.0 {
            State::Pcap(d) => Some(d.link()),
            State::Pcapng(d) => d.first_link(),
            State::Start => None,
        }
    }

    /// The snap length that the file declares for all frames, if any.
    pub fn snaplen(&self) -> Option<u32> {
        match &self.0 {
            State::Pcap(d) => Some(d.snaplen()),
            State::Pcapng(_) | State::Start => None,
        }
    }
}

/// Two bytes of `b` at `at` in the file's order; 0 if out of range, which callers exclude.
#[inline]
fn u16_at(b: &[u8], at: usize, big: bool) -> u16 {
    match b.get(at..).and_then(|b| b.first_chunk::<2>()) {
        Some(x) if big => u16::from_be_bytes(*x),
        Some(x) => u16::from_le_bytes(*x),
        None => 0,
    }
}

/// Four bytes; otherwise as `u16_at`.
#[inline]
fn u32_at(b: &[u8], at: usize, big: bool) -> u32 {
    match b.get(at..).and_then(|b| b.first_chunk::<4>()) {
        Some(x) if big => u32::from_be_bytes(*x),
        Some(x) => u32::from_le_bytes(*x),
        None => 0,
    }
}
