// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_IMAP.events.bif.zeek}.
//! IMAP (RFC 3501), as far as it is in the clear.
use crate::arg::{ConnId, ListOf};
use crate::declare::events;

events! { in imap;
    /// What an IMAP server can do.
    ImapCapabilities<'a> = "imap_capabilities" { c: ConnId, capabilities: ListOf<'a, &'a [u8]> }
    /// A server agreed to STARTTLS; from here on the connection is TLS.
    ImapStarttls = "imap_starttls" { c: ConnId }
}
