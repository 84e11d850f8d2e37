// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_DCE_RPC.events.bif.zeek}.
//! DCE/RPC over pipes and streams (C706, [MS-RPCE]). `fid` is the pipe, 0 without one.
use crate::arg::{ConnId, EnumName};
use crate::declare::events;

events! { in dce_rpc;
    /// A DCE/RPC packet of any type, before the event of its type.
    Message = "dce_rpc_message" { c: ConnId, is_orig: bool, fid: u64, ptype_id: u64, ptype: EnumName }
    /// A client binds to an interface in order to call its operations.
    Bind<'a> = "dce_rpc_bind" { c: ConnId, fid: u64, ctx_id: u64, uuid: &'a [u8], ver_major: u64, ver_minor: u64 }
    /// A client binds to a further interface (alter context).
    AlterContext<'a> = "dce_rpc_alter_context" {
        c: ConnId, fid: u64, ctx_id: u64, uuid: &'a [u8], ver_major: u64, ver_minor: u64
    }
    /// A server answers a bind.
    BindAck<'a> = "dce_rpc_bind_ack" { c: ConnId, fid: u64, sec_addr: &'a [u8] }
    /// A server answers a further bind (alter context).
    AlterContextResp = "dce_rpc_alter_context_resp" { c: ConnId, fid: u64 }
    /// A call of an operation.
    Request = "dce_rpc_request" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub_len: u64 }
    /// The result of a call.
    Response = "dce_rpc_response" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub_len: u64 }
    /// A call with its encoded arguments.
    RequestStub<'a> = "dce_rpc_request_stub" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub: &'a [u8] }
    /// The encoded result of a call.
    ResponseStub<'a> = "dce_rpc_response_stub" { c: ConnId, fid: u64, ctx_id: u64, opnum: u64, stub: &'a [u8] }
}
