// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_Ident.events.bif.zeek}.
//! Ident (RFC 1413).
use crate::arg::ConnId;
use crate::declare::events;
use net_types::Port;

events! { in ident;
    /// An Ident query (RFC 1413): which user owns a connection?
    IdentRequest = "ident_request" { c: ConnId, lport: Port, rport: Port }
    /// The owner of a connection.
    IdentReply<'a> = "ident_reply" { c: ConnId, lport: Port, rport: Port, user_id: &'a [u8], system: &'a [u8] }
    /// An Ident server returns an error.
    IdentError<'a> = "ident_error" { c: ConnId, lport: Port, rport: Port, line: &'a [u8] }
}
