// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_NCP.events.bif.zeek}.
//! NetWare Core Protocol.
use crate::arg::ConnId;
use crate::declare::events;

events! { in ncp;
    /// A NetWare Core Protocol request.
    NcpRequest = "ncp_request" { c: ConnId, frame_type: u64, length: u64, func: u64 }
    /// A NetWare Core Protocol reply.
    NcpReply = "ncp_reply" {
        c: ConnId, frame_type: u64, length: u64, req_frame: u64, req_func: u64, completion_code: u64
    }
}
