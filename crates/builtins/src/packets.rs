//! Packets for scripts: the current packet, capture files that scripts write, and packet filters.
use capture::{Error, Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use script_sema::tree::Program;
use std::collections::HashMap;

/// The state of packets, as scripts see it.
#[derive(Default)]
pub struct Packets {
    /// The current packet.
    pub current: CurrentPacket,
    /// Capture files that scripts write, by name.
    pub(crate) dumps: Vec<(String, PcapWriter)>,
    /// Packet filters.
    pub filters: Filters,
}

/// The event whose argument is the current packet.
const UNPROCESSED: &str = "packet_not_processed";

/// The current packet. Its bytes are kept only if scripts use a function that reads them, or handle
/// `packet_not_processed`.
#[derive(Default)]
pub struct CurrentPacket {
    wanted: bool,
    seen: Option<(Timestamp, LinkType, u32)>,
    data: Vec<u8>,
}

/// The current packet, as it was kept.
pub struct KeptPacket<'a> {
    /// The time of capture.
    pub ts: Timestamp,
    /// The link type.
    pub link: LinkType,
    /// The length on the wire, in bytes.
    pub wire_len: u32,
    /// The captured bytes; empty if no script uses them.
    pub data: &'a [u8],
}

impl CurrentPacket {
    /// Decides from the program whether to keep the bytes of packets.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let named = |name: &&str| program.lookup(name).is_some_and(|g| program.builtins_named.contains(&g));
        let is_told = program.lookup(UNPROCESSED).is_some_and(|g| !program.global(g).bodies.is_empty());
        CurrentPacket { wanted: is_told || scripts::EARLY.iter().any(named), ..CurrentPacket::default() }
    }

    /// Records the packet that is about to be processed.
    #[inline]
    pub fn set(&mut self, ts: Timestamp, link: LinkType, wire_len: u32, data: &[u8]) {
        self.seen = Some((ts, link, wire_len));
        if self.wanted {
            self.data.clear();
            self.data.extend_from_slice(data);
        }
    }

    /// Drops the packet at the end of input.
    pub fn release(&mut self) {
        self.seen = None;
    }

    /// Returns the packet; `None` before the first and after the last.
    #[must_use]
    pub fn at(&self) -> Option<KeptPacket<'_>> {
        self.seen.map(|(ts, link, wire_len)| KeptPacket { ts, link, wire_len, data: &self.data })
    }
}

/// The maximum number of open capture files.
const MOST: usize = 64;

/// Appends a frame to the capture file with this name, which stays open. Existing frames of the file are kept.
///
/// # Errors
/// If the file cannot be written, or has frames of another link type.
pub(crate) fn dump(
    open: &mut Vec<(String, PcapWriter)>,
    name: &str,
    snaplen: u32,
    frame: &Frame<'_>,
) -> Result<(), Error> {
    if !open.iter().any(|(n, _)| n == name) {
        if open.len() == MOST {
            open.remove(0).1.finish()?;
        }
        open.push((name.to_owned(), PcapWriter::append(name, Precision::Micros)?.declaring(snaplen)));
    }
    let Some((_, writer)) = open.iter_mut().find(|(n, _)| n == name) else { return Ok(()) };
    writer.write(frame)?;
    writer.flush()
}

/// The filters that scripts compiled, and the one that they installed.
#[derive(Default)]
pub struct Filters {
    pub(crate) known: HashMap<i64, KnownFilter>,
    pub(crate) last_error: Option<String>,
    pub(crate) installed: Option<String>,
}

impl Filters {
    /// Returns the filter that a script has installed since the last call. An empty one accepts everything.
    pub fn take_installed(&mut self) -> Option<String> {
        self.installed.take()
    }
}

/// A compiled filter.
pub(crate) struct KnownFilter {
    pub(crate) text: String,
    pub(crate) state: FilterState,
    pub(crate) said: String,
}

/// The result of compiling a filter, with the numbers of `Pcap::filter_state`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterState {
    Fine = 0,
    Fatal = 1,
    Warning = 2,
}

impl FilterState {
    /// Classifies libpcap's error message. Some link types do not support filters, which is not an error in the
    /// expression.
    pub(crate) fn of(reason: &str) -> Self {
        if reason.contains("filtering not implemented") { FilterState::Warning } else { FilterState::Fatal }
    }
}
