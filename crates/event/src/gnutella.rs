// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Gnutella.events.bif.zeek}.
//! Gnutella.
use crate::arg::ConnId;
use crate::declare::events;

events! { in gnutella;
    /// The headers of a side.
    GnutellaTextMsg<'a> = "gnutella_text_msg" { c: ConnId, orig: bool, headers: &'a [u8] }
    /// A message.
    GnutellaBinaryMsg<'a> = "gnutella_binary_msg" {
        c: ConnId, orig: bool, msg_type: u64, ttl: u64, hops: u64, msg_len: u64, payload: &'a [u8], payload_len: u64,
        trunc: bool, complete: bool
    }
    /// A message that the connection cut.
    GnutellaPartialBinaryMsg<'a> = "gnutella_partial_binary_msg" { c: ConnId, orig: bool, msg: &'a [u8], len: u64 }
    /// Both sides agreed.
    GnutellaEstablish = "gnutella_establish" { c: ConnId }
    /// They did not.
    GnutellaNotEstablish = "gnutella_not_establish" { c: ConnId }
    /// It is HTTP.
    GnutellaHttpNotify = "gnutella_http_notify" { c: ConnId }
}
