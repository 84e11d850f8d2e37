//! IMAP (RFC 3501), as far as it is in the clear.
use crate::arg::ListOf;
use crate::{ConnId, events};

events! { in imap;
    /// What the server can do.
    ImapCapabilities<'a> = "imap_capabilities" { c: ConnId, capabilities: ListOf<'a, &'a [u8]> }
    /// TLS begins.
    ImapStarttls = "imap_starttls" { c: ConnId }
}
