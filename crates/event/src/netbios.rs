// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_NetBIOS.events.bif.zeek}.
//! NetBIOS sessions and datagrams (RFC 1001, 1002).
use crate::arg::ConnId;
use crate::declare::events;

events! { in netbios;
    /// A message of any type.
    SessionMessage = "netbios_session_message" { c: ConnId, is_orig: bool, msg_type: u64, data_len: u64 }
    /// A session is asked for; `msg` is the called name.
    SessionRequest<'a> = "netbios_session_request" { c: ConnId, msg: &'a [u8] }
    /// It was accepted.
    SessionAccepted<'a> = "netbios_session_accepted" { c: ConnId, msg: &'a [u8] }
    /// It was rejected.
    SessionRejected<'a> = "netbios_session_rejected" { c: ConnId, msg: &'a [u8] }
    /// A message that is not SMB.
    SessionRawMessage<'a> = "netbios_session_raw_message" { c: ConnId, is_orig: bool, msg: &'a [u8] }
    /// The caller should ask elsewhere.
    SessionRetArgResp<'a> = "netbios_session_ret_arg_resp" { c: ConnId, msg: &'a [u8] }
    /// Nothing but a sign of life.
    SessionKeepalive<'a> = "netbios_session_keepalive" { c: ConnId, msg: &'a [u8] }
}
