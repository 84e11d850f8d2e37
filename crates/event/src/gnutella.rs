// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Gnutella.events.bif.zeek}.
//! Gnutella.
use crate::arg::ConnId;
use crate::declare::events;

events! { in gnutella;
    /// A line of the handshake of Gnutella.
    GnutellaTextMsg<'a> = "gnutella_text_msg" { c: ConnId, orig: bool, headers: &'a [u8] }
    /// A message of Gnutella.
    GnutellaBinaryMsg<'a> = "gnutella_binary_msg" {
        c: ConnId, orig: bool, msg_type: u64, ttl: u64, hops: u64, msg_len: u64, payload: &'a [u8], payload_len: u64,
        trunc: bool, complete: bool
    }
    /// A connection ended within a message of Gnutella.
    GnutellaPartialBinaryMsg<'a> = "gnutella_partial_binary_msg" { c: ConnId, orig: bool, msg: &'a [u8], len: u64 }
    /// Both sides of a Gnutella handshake agreed.
    GnutellaEstablish = "gnutella_establish" { c: ConnId }
    /// A connection ended before its Gnutella handshake did.
    GnutellaNotEstablish = "gnutella_not_establish" { c: ConnId }
    /// A Gnutella connection was found to be HTTP.
    GnutellaHttpNotify = "gnutella_http_notify" { c: ConnId }
}
