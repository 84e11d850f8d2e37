// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/event.bif.zeek, base/bif/plugins/Zeek_UDP.events.bif.zeek}.
//! UDP.
use crate::arg::ConnId;
use crate::declare::events;

events! { in udp;
    /// A UDP flow of a protocol that has no end of its own is over.
    UdpSessionDone = "udp_session_done" { u: ConnId }
    /// A packet of a UDP flow from the originator.
    UdpRequest = "udp_request" { u: ConnId }
    /// A packet of a UDP flow from the responder.
    UdpReply = "udp_reply" { u: ConnId }
    /// The payload of a UDP packet, for ports in udp_content_ports and the like.
    UdpContents<'a> = "udp_contents" { u: ConnId, is_orig: bool, contents: &'a [u8] }
    /// As many packets of a side had wrong checksums as one of the thresholds says.
    UdpMultipleChecksumErrors = "udp_multiple_checksum_errors" { u: ConnId, is_orig: bool, threshold: u64 }
}
