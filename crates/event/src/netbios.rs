// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_NetBIOS.events.bif.zeek}.
//! NetBIOS sessions and datagrams (RFC 1001, 1002).
use crate::arg::ConnId;
use crate::declare::events;

events! { in netbios;
    /// A message of a NetBIOS session, before the event of its kind.
    SessionMessage = "netbios_session_message" { c: ConnId, is_orig: bool, msg_type: u64, data_len: u64 }
    /// A client requests a session.
    SessionRequest<'a> = "netbios_session_request" { c: ConnId, msg: &'a [u8] }
    /// A session was opened.
    SessionAccepted<'a> = "netbios_session_accepted" { c: ConnId, msg: &'a [u8] }
    /// A session request was rejected.
    SessionRejected<'a> = "netbios_session_rejected" { c: ConnId, msg: &'a [u8] }
    /// Data of a session that is not SMB.
    SessionRawMessage<'a> = "netbios_session_raw_message" { c: ConnId, is_orig: bool, msg: &'a [u8] }
    /// A session is redirected to another address.
    SessionRetArgResp<'a> = "netbios_session_ret_arg_resp" { c: ConnId, msg: &'a [u8] }
    /// A session keep-alive message.
    SessionKeepalive<'a> = "netbios_session_keepalive" { c: ConnId, msg: &'a [u8] }
}
