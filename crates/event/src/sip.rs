// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_SIP.events.bif.zeek}.
//! SIP (RFC 3261).
use crate::mime::MimeHeaderRec;
use crate::arg::{ConnId, TableOf};
use crate::declare::events;

events! { in sip;
    /// A SIP request line.
    SipRequest<'a> = "sip_request" {
        c: ConnId, method: &'a [u8], original_uri: &'a [u8] = "original_URI", version: &'a [u8]
    }
    /// A SIP status line.
    SipReply<'a> = "sip_reply" { c: ConnId, version: &'a [u8], code: u64, reason: &'a [u8] }
    /// A SIP header field.
    SipHeader<'a> = "sip_header" { c: ConnId, is_orig: bool, name: &'a [u8], value: &'a [u8] }
    /// All header fields of a SIP message.
    SipAllHeaders<'a> = "sip_all_headers" { c: ConnId, is_orig: bool, hlist: TableOf<'a, u64, MimeHeaderRec<'a>> }
    /// A SIP message begins.
    SipBeginEntity = "sip_begin_entity" { c: ConnId, is_orig: bool }
    /// A SIP message ends.
    SipEndEntity = "sip_end_entity" { c: ConnId, is_orig: bool }
}
