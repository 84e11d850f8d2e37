// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_MIME.events.bif.zeek, base/init/applications.zeek}.
//! MIME (RFC 2045, 5322): headers that several protocols share, and the entities of a mail.
use crate::arg::{ConnId, TableOf};
use crate::declare::{events, records};

records! {
    /// A header field: its name as written, in upper case, and its value.
    MimeHeaderRec<'a> = "mime_header_rec" { original_name: &'a [u8], name: &'a [u8], value: &'a [u8] }
}

events! { in mime;
    /// A MIME entity begins: a mail, or a part of one.
    MimeBeginEntity = "mime_begin_entity" { c: ConnId }
    /// A MIME entity ends.
    MimeEndEntity = "mime_end_entity" { c: ConnId }
    /// A MIME header field.
    MimeOneHeader<'a> = "mime_one_header" { c: ConnId, h: MimeHeaderRec<'a> }
    /// All header fields of a MIME entity.
    MimeAllHeaders<'a> = "mime_all_headers" { c: ConnId, hlist: TableOf<'a, u64, MimeHeaderRec<'a>> }
    /// Decoded bytes of a MIME body, in pieces as they arrive.
    MimeSegmentData<'a> = "mime_segment_data" { c: ConnId, length: u64, data: &'a [u8] }
    /// The decoded body of a MIME entity, in one piece.
    MimeEntityData<'a> = "mime_entity_data" { c: ConnId, length: u64, data: &'a [u8] }
    /// All decoded bodies of a mail, in one piece.
    MimeAllData<'a> = "mime_all_data" { c: ConnId, length: u64, data: &'a [u8] }
    /// A violation of MIME.
    MimeEvent<'a> = "mime_event" { c: ConnId, event_type: &'a [u8], detail: &'a [u8] }
    /// The digest of the bodies of a mail.
    MimeContentHash<'a> = "mime_content_hash" { c: ConnId, content_len: u64, hash_value: &'a [u8] }
}
