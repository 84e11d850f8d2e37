// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_GSSAPI.events.bif.zeek}.
//! Negotiation of GSS-API mechanisms (RFC 2743, 4178).
use crate::arg::ConnId;
use crate::declare::events;

events! { in gssapi;
    /// The state of the negotiation of a mechanism (SPNEGO, RFC 4178).
    NegResult = "gssapi_neg_result" { c: ConnId, state: u64 }
}
