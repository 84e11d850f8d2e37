//! The packet that handlers run for, kept as long as they do.
use capture::{Frame, PcapWriter};
use net_types::{LinkType, Timestamp};
use script_sema::tree::Program;
use std::collections::HashMap;

/// Functions that look at the packet.
const READERS: [&str; 5] = [
    "get_current_packet",
    "get_current_packet_header",
    "get_current_packet_ts",
    "dump_current_packet",
    "PacketAnalyzer::PPPoE::session_id",
];

/// The packet at hand, if any, and the files that scripts have packets written to.
#[derive(Default)]
pub(crate) struct AtHand {
    /// Scripts name a function that looks at it: for others it is not copied.
    wanted: bool,
    frame: Option<Facts>,
    /// Its bytes; the buffer is used again.
    data: Vec<u8>,
    /// By the name that scripts gave.
    pub(crate) files: HashMap<String, PcapWriter>,
}

#[derive(Clone, Copy)]
struct Facts {
    ts: Timestamp,
    link: LinkType,
    wire_len: u32,
}

impl AtHand {
    /// For the scripts of a run.
    pub(crate) fn of(program: &Program) -> Self {
        let named = |name: &&str| program.lookup(name).is_some_and(|g| program.builtins_named.contains(&g));
        AtHand { wanted: READERS.iter().any(named), ..AtHand::default() }
    }

    /// Handlers are about to run for a packet.
    #[inline]
    pub(crate) fn hold(&mut self, frame: &Frame<'_>, ts: Timestamp) {
        if !self.wanted {
            return;
        }
        self.frame = Some(Facts { ts, link: frame.link, wire_len: frame.wire_len });
        self.data.clear();
        self.data.extend_from_slice(frame.data);
    }

    /// They are done.
    pub(crate) fn release(&mut self) {
        self.frame = None;
    }

    /// The packet.
    pub(crate) fn frame(&self) -> Option<Frame<'_>> {
        let f = self.frame?;
        Some(Frame { ts: f.ts, link: f.link, wire_len: f.wire_len, data: &self.data })
    }
}
