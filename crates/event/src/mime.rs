// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_MIME.events.bif.zeek, base/init/applications.zeek}.
//! MIME (RFC 2045, 5322): headers that several protocols share, and the entities of a mail.
use crate::arg::{ConnId, TableOf};
use crate::declare::{events, records};

records! {
    /// A header field: its name as written, in upper case, and its value.
    MimeHeaderRec<'a> = "mime_header_rec" { original_name: &'a [u8], name: &'a [u8], value: &'a [u8] }
}

events! { in mime;
    /// An entity begins: the message or a part of it.
    MimeBeginEntity = "mime_begin_entity" { c: ConnId }
    /// An entity ends.
    MimeEndEntity = "mime_end_entity" { c: ConnId }
    /// A header field.
    MimeOneHeader<'a> = "mime_one_header" { c: ConnId, h: MimeHeaderRec<'a> }
    /// All fields of a header, numbered from 1.
    MimeAllHeaders<'a> = "mime_all_headers" { c: ConnId, hlist: TableOf<'a, u64, MimeHeaderRec<'a>> }
    /// A piece of a body, decoded.
    MimeSegmentData<'a> = "mime_segment_data" { c: ConnId, length: u64, data: &'a [u8] }
    /// A body as a whole, decoded.
    MimeEntityData<'a> = "mime_entity_data" { c: ConnId, length: u64, data: &'a [u8] }
    /// All bodies of a message, decoded.
    MimeAllData<'a> = "mime_all_data" { c: ConnId, length: u64, data: &'a [u8] }
    /// Something is not as MIME has it.
    MimeEvent<'a> = "mime_event" { c: ConnId, event_type: &'a [u8], detail: &'a [u8] }
    /// The MD5 digest of all bodies of a message.
    MimeContentHash<'a> = "mime_content_hash" { c: ConnId, content_len: u64, hash_value: &'a [u8] }
}
