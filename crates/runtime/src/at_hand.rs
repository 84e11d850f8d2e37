//! The packet at hand, for scripts that ask for it, and the capture files that they write.
use capture::{Error, Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use script_sema::tree::Program;

/// Functions that look at a packet's bytes.
const READERS: [&str; 4] = [
    "get_current_packet",
    "get_current_packet_header",
    "dump_current_packet",
    "PacketAnalyzer::PPPoE::session_id",
];

/// The last packet. Its bytes are kept only where scripts name a function that shows them.
#[derive(Default)]
pub(crate) struct AtHand {
    wanted: bool,
    seen: Option<(Timestamp, LinkType, u32)>,
    data: Vec<u8>,
}

/// A packet as it is kept.
pub(crate) struct Kept<'a> {
    pub(crate) ts: Timestamp,
    pub(crate) link: LinkType,
    /// Its length on the wire, bytes.
    pub(crate) wire_len: u32,
    /// What was captured of it; empty where nobody wants it.
    pub(crate) data: &'a [u8],
}

impl AtHand {
    /// For the scripts of a run.
    pub(crate) fn of(program: &Program) -> Self {
        let named = |name: &&str| program.lookup(name).is_some_and(|g| program.builtins_named.contains(&g));
        AtHand { wanted: READERS.iter().any(named), ..AtHand::default() }
    }

    /// A packet comes.
    #[inline]
    pub(crate) fn set(&mut self, ts: Timestamp, link: LinkType, wire_len: u32, data: &[u8]) {
        self.seen = Some((ts, link, wire_len));
        if self.wanted {
            self.data.clear();
            self.data.extend_from_slice(data);
        }
    }

    /// There is no packet any more.
    pub(crate) fn release(&mut self) {
        self.seen = None;
    }

    /// The packet; none before the first, and after the last.
    pub(crate) fn at(&self) -> Option<Kept<'_>> {
        self.seen.map(|(ts, link, wire_len)| Kept { ts, link, wire_len, data: &self.data })
    }
}

/// Files that a run keeps open at most.
const MOST: usize = 64;

/// Appends a frame to the capture file of that name, which stays open. Frames that a file held before stay in it.
///
/// # Errors
/// The file cannot be written, or holds frames of another link type.
pub(crate) fn dump(open: &mut Vec<(String, PcapWriter)>, name: &str, frame: &Frame<'_>) -> Result<(), Error> {
    let at = match open.iter().position(|(n, _)| n == name) {
        Some(at) => at,
        None => {
            if open.len() == MOST {
                open.remove(0).1.finish()?;
            }
            open.push((name.to_owned(), PcapWriter::append(name, Precision::Micros)?));
            open.len() - 1
        }
    };
    let writer = &mut open[at].1;
    writer.write(frame)?;
    writer.flush()
}
