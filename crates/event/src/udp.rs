// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_UDP.events.bif.zeek}.
//! UDP.
use crate::arg::ConnId;
use crate::declare::events;

events! { in udp;
    /// A UDP flow has ended, for protocols that do not mark the end themselves.
    UdpSessionDone = "udp_session_done" { u: ConnId }
    /// A packet of a UDP flow from the originator.
    UdpRequest = "udp_request" { u: ConnId }
    /// A packet of a UDP flow from the responder.
    UdpReply = "udp_reply" { u: ConnId }
    /// The payload of a UDP packet, for ports in udp_content_ports and similar options.
    UdpContents<'a> = "udp_contents" { u: ConnId, is_orig: bool, contents: &'a [u8] }
    /// The number of a side's packets with wrong checksums has reached a threshold.
    UdpMultipleChecksumErrors = "udp_multiple_checksum_errors" { u: ConnId, is_orig: bool, threshold: u64 }
}
