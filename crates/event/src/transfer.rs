//! Connections that carry a file and nothing else.
use crate::{ConnId, events};

events! { in transfer;
    /// A file was seen: its first bytes and what they look like.
    FileTransferred<'a> = "file_transferred" { c: ConnId, prefix: &'a [u8], descr: &'a [u8], mime_type: &'a [u8] }
}
