//! The formats: bytes in, records out. No file, no state but what the format itself carries over.
//!
//! A decoder is handed a window of the capture that begins where it stopped the last time. It appends records, says
//! how many bytes it is done with, and how many it would need to see to go on.
use crate::Record;
use crate::error::Corruption;

mod pcap;
mod pcapng;

/// The longest record that is believed: what tcpdump's own reader allows.
pub(crate) const MAX_FRAME: u32 = 262_144;

/// Bytes of the shortest file: a pcap header. No pcapng section is shorter.
const SHORTEST: usize = 24;

/// How far a decoder came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Bytes from the start of the window that the decoder is done with; records may point into them.
    pub consumed: usize,
    /// Bytes, counted from there, that the next record needs: more than the window has, else the limit of records
    /// was reached.
    pub wanted: usize,
    /// What that record is, for the error of a window that is the capture's last.
    pub what: &'static str,
}

/// A decoder of whichever format the first bytes announce.
#[derive(Debug)]
pub struct Decoder(State);

#[derive(Debug)]
enum State {
    /// Nothing was seen yet.
    Start,
    Pcap(pcap::Pcap),
    Pcapng(pcapng::Pcapng),
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder(State::Start)
    }
}

impl Decoder {
    /// Appends up to `limit` records to `out`, whose offsets count from the start of `window`.
    ///
    /// On corruption, `out` has what came before it, and the offset from the start of the window says where it is.
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

    /// The snap length that the file declares for all its frames, if it does.
    pub fn snaplen(&self) -> Option<u32> {
        match &self.0 {
            State::Pcap(d) => Some(d.snaplen()),
            State::Pcapng(_) | State::Start => None,
        }
    }
}

/// Two bytes of `b` at `at` in the file's order; 0 where they are not there, which callers rule out before.
#[inline]
fn u16_at(b: &[u8], at: usize, big: bool) -> u16 {
    match b.get(at..).and_then(|b| b.first_chunk::<2>()) {
        Some(x) if big => u16::from_be_bytes(*x),
        Some(x) => u16::from_le_bytes(*x),
        None => 0,
    }
}

/// Four bytes, likewise.
#[inline]
fn u32_at(b: &[u8], at: usize, big: bool) -> u32 {
    match b.get(at..).and_then(|b| b.first_chunk::<4>()) {
        Some(x) if big => u32::from_be_bytes(*x),
        Some(x) => u32::from_le_bytes(*x),
        None => 0,
    }
}
