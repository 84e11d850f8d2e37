// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_UDP.events.bif.zeek}.
//! UDP.
use crate::arg::ConnId;
use crate::declare::events;

events! { in udp;
    /// A UDP flow ended.
    UdpSessionDone = "udp_session_done" { u: ConnId }
    /// A packet of the originator.
    UdpRequest = "udp_request" { u: ConnId }
    /// A packet of the responder.
    UdpReply = "udp_reply" { u: ConnId }
    /// A payload, where scripts asked for it.
    UdpContents<'a> = "udp_contents" { u: ConnId, is_orig: bool, contents: &'a [u8] }
    /// The count of bad checksums passed a threshold.
    UdpMultipleChecksumErrors = "udp_multiple_checksum_errors" { u: ConnId, is_orig: bool, threshold: u64 }
}
