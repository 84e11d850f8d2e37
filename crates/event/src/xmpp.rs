//! XMPP (RFC 6120), as far as it is in the clear.
use crate::{ConnId, events};

events! { in xmpp;
    /// TLS begins.
    XmppStarttls = "xmpp_starttls" { c: ConnId }
}
