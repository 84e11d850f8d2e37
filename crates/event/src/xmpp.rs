// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_XMPP.events.bif.zeek}.
//! XMPP (RFC 6120), as far as it is in the clear.
use crate::arg::ConnId;
use crate::declare::events;

events! { in xmpp;
    /// A server agreed to STARTTLS; from here on the connection is TLS.
    XmppStarttls = "xmpp_starttls" { c: ConnId }
}
