// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_IMAP.events.bif.zeek}.
//! IMAP (RFC 3501), up to the switch to TLS.
use crate::arg::{ConnId, ListOf};
use crate::declare::events;

events! { in imap;
    /// The capabilities of an IMAP server.
    ImapCapabilities<'a> = "imap_capabilities" { c: ConnId, capabilities: ListOf<'a, &'a [u8]> }
    /// A server accepted STARTTLS; from here on the connection is TLS.
    ImapStarttls = "imap_starttls" { c: ConnId }
}
