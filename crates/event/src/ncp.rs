//! NetWare Core Protocol.
use crate::{ConnId, events};

events! { in ncp;
    /// A request; `length` is that of what follows the frame's head.
    NcpRequest = "ncp_request" { c: ConnId, frame_type: u64, length: u64, func: u64 }
    /// A reply, with type and function of the request before it.
    NcpReply = "ncp_reply" {
        c: ConnId, frame_type: u64, length: u64, req_frame: u64, req_func: u64, completion_code: u64
    }
}
