// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_GSSAPI.events.bif.zeek}.
//! Negotiation of GSS-API mechanisms (RFC 2743, 4178).
use crate::arg::ConnId;
use crate::declare::events;

events! { in gssapi;
    /// How a negotiation stands: 0 completed, 1 incomplete, 2 rejected, 3 a checksum is asked for.
    NegResult = "gssapi_neg_result" { c: ConnId, state: u64 }
}
