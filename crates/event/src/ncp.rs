// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_NCP.events.bif.zeek}.
//! NetWare Core Protocol.
use crate::arg::ConnId;
use crate::declare::events;

events! { in ncp;
    /// A request of NetWare's core protocol.
    NcpRequest = "ncp_request" { c: ConnId, frame_type: u64, length: u64, func: u64 }
    /// The answer to a request of NetWare's core protocol.
    NcpReply = "ncp_reply" {
        c: ConnId, frame_type: u64, length: u64, req_frame: u64, req_func: u64, completion_code: u64
    }
}
