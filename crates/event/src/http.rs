// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/bif/plugins/Zeek_HTTP.events.bif.zeek, base/init/applications.zeek}.
//! HTTP (RFC 9110, 9112): requests, replies and their bodies.
use crate::mime::MimeHeaderRec;
use crate::arg::{ConnId, TableOf};
use crate::declare::{events, records};
use net_types::Timestamp;

records! {
    /// Statistics of a connection.
    HttpStatsRec = "http_stats_rec" { num_requests: u64, num_replies: u64, request_version: f64, reply_version: f64 }
    /// Statistics of a message.
    HttpMessageStat<'a> = "http_message_stat" {
        start: Timestamp, interrupted: bool, finish_msg: &'a str, body_length: u64, content_gap_length: u64,
        header_length: u64
    }
}

events! { in http;
    /// An HTTP request line. Its header fields follow as http_header.
    HttpRequest<'a> = "http_request" {
        c: ConnId, method: &'a [u8], original_uri: &'a [u8] = "original_URI",
        unescaped_uri: &'a [u8] = "unescaped_URI", version: &'a str
    }
    /// An HTTP status line.
    HttpReply<'a> = "http_reply" { c: ConnId, version: &'a str, code: u64, reason: &'a [u8] }
    /// An HTTP header field, of a message or of a part of a multipart message.
    HttpHeader<'a> = "http_header" {
        c: ConnId, is_orig: bool, original_name: &'a [u8], name: &'a [u8], value: &'a [u8]
    }
    /// All header fields of an HTTP entity, after their http_header events.
    HttpAllHeaders<'a> = "http_all_headers" { c: ConnId, is_orig: bool, hlist: TableOf<'a, u64, MimeHeaderRec<'a>> }
    /// An HTTP entity begins: a message, or a part of a multipart message.
    HttpBeginEntity = "http_begin_entity" { c: ConnId, is_orig: bool }
    /// An HTTP entity ends.
    HttpEndEntity = "http_end_entity" { c: ConnId, is_orig: bool }
    /// Bytes of the body of an HTTP entity, with transfer and content codings removed. Handlers run often.
    HttpEntityData<'a> = "http_entity_data" { c: ConnId, is_orig: bool, length: u64, data: &'a [u8] }
    /// The MIME type of an HTTP entity, from its header; ``TEXT/PLAIN`` if the header has none.
    HttpContentType<'a> = "http_content_type" { c: ConnId, is_orig: bool, ty: &'a [u8], subty: &'a [u8] }
    /// The end of an HTTP message.
    HttpMessageDone<'a> = "http_message_done" { c: ConnId, is_orig: bool, stat: HttpMessageStat<'a> }
    /// A violation of HTTP.
    HttpEvent<'a> = "http_event" { c: ConnId, event_type: &'a str, detail: &'a [u8] }
    /// The end of an HTTP connection.
    HttpStats = "http_stats" { c: ConnId, stats: HttpStatsRec }
    /// An HTTP connection continues with another protocol.
    HttpConnectionUpgrade<'a> = "http_connection_upgrade" { c: ConnId, protocol: &'a [u8] }
}
