// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_XMPP.events.bif.zeek}.
//! XMPP (RFC 6120), up to the switch to TLS.
use crate::arg::ConnId;
use crate::declare::events;

events! { in xmpp;
    /// A server accepted STARTTLS; from here on the connection is TLS.
    XmppStarttls = "xmpp_starttls" { c: ConnId }
}
