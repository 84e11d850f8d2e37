// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_DCE_RPC.events.bif.zeek}.
//! DCE/RPC over pipes and streams (C706, [MS-RPCE]). `fid` is the pipe, 0 where there is none.
use crate::arg::{ConnId, EnumName};
use crate::declare::events;

events! { in dce_rpc;
    /// A packet of any type.
    Message = "dce_rpc_message" { c: ConnId, is_orig: bool, fid: u64, ptype_id: u64, ptype: EnumName }
    /// An interface is bound.
    Bind<'a> = "dce_rpc_bind" { c: ConnId, fid: u64, ctx_id: u64, uuid: &'a [u8], ver_major: u64, ver_minor: u64 }
    /// A further interface is bound.
    AlterContext<'a> = "dce_rpc_alter_context" {
        c: ConnId, fid: u64, ctx_id: u64, uuid: &'a [u8], ver_major: u64, ver_minor: u64
    }
    /// The answer to a bind; `sec_addr` is a pipe or a port.
    BindAck<'a> = "dce_rpc_bind_ack" { c: ConnId, fid: u64, sec_addr: &'a [u8] }
    /// The answer to a further bind.
    AlterContextResp = "dce_rpc_alter_context_resp" { c: ConnId, fid: u64 }
    /// A call.
    Request = "dce_rpc_request" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub_len: u64 }
    /// Its answer.
    Response = "dce_rpc_response" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub_len: u64 }
    /// A call with its arguments as they were sent.
    RequestStub<'a> = "dce_rpc_request_stub" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub: &'a [u8] }
    /// Its answer with the results as they were sent.
    ResponseStub<'a> = "dce_rpc_response_stub" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub: &'a [u8] }
}
