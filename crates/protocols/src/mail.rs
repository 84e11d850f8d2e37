//! Reports mails in SMTP and POP3 as events and files.
use crate::Settings;
use crate::mime::{Body, ContentType, Header, Limits, Message, Output, Trouble};
use event::TableOf;
use event::mime as ev;
use event::mime::MimeHeaderRec;
use md5::{Digest, Md5};
use session::analyzer::Context;
use session::{Role, Uid};

wire::anomalies! {
    /// A mail that exceeds a limit.
    pub enum Anomaly from "MIME" {
        /// A body, or the bodies of a mail, beyond the limit of `mime_entity_data` and `mime_all_data`; the rest is
        /// dropped.
        EntityTooLong(cap: usize) => "mime_entity_data_exceeded", "{cap}",
        /// More header fields than `mime_all_headers` can report; it reports the first ones.
        TooManyHeaders(cap: usize) => "exceeded_mime_max_headers", "{cap}",
    }
}

/// Options, by their names in scripts.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `MIME::max_depth` and `MIME::max_header_bytes`
    pub limits: Limits,
    /// `mime_segment_length`: the maximum number of bytes in a `mime_segment_data`.
    pub segment: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { limits: Limits::default(), segment: 1024 }
    }
}

impl Config {
    /// Reads the options of a run.
    pub(crate) fn read(settings: &dyn Settings) -> Self {
        let d = Config::default();
        let size = |name: &str, default: usize| {
            settings.count(name).map_or(default, |n| usize::try_from(n).unwrap_or(usize::MAX))
        };
        Config {
            limits: Limits {
                max_depth: size("MIME::max_depth", d.limits.max_depth),
                max_header_bytes: size("MIME::max_header_bytes", d.limits.max_header_bytes),
            },
            segment: settings.int("mime_segment_length").and_then(|n| n.try_into().ok()).unwrap_or(d.segment),
        }
    }
}

/// The maximum number of bytes kept of one body for `mime_entity_data`, and of all bodies of a mail for
/// `mime_all_data`.
const MAX_KEPT: usize = 64 * 1024 * 1024;

/// The maximum number of header fields of an entity in `mime_all_headers`.
const MAX_HEADERS: usize = 10_000;

/// A header field, kept until the end of the header.
struct Field {
    name: Vec<u8>,
    upper: Vec<u8>,
    value: Vec<u8>,
}

/// The state of a mail apart from its MIME structure.
struct Contents {
    from: Role,
    segment: usize,
    file: Option<Uid>,
    fields: Vec<Field>,
    entity: Vec<u8>,
    all: Vec<u8>,
    hash: Option<(Md5, u64)>,
    said_long: bool,
}

/// A mail in progress.
pub(crate) struct Mail {
    message: Message,
    contents: Contents,
}

struct Out<'o, 'c, 'f> {
    cx: &'o mut Context<'c, 'f>,
    contents: &'o mut Contents,
}

impl Mail {
    /// Begins a mail.
    pub(crate) fn new(cx: &mut Context<'_, '_>, from: Role, config: Config) -> Self {
        let hash = cx.wants::<ev::MimeContentHash<'_>>().then(|| (Md5::new(), 0));
        let mut contents = Contents {
            from,
            segment: config.segment.max(32),
            file: None,
            fields: Vec::new(),
            entity: Vec::new(),
            all: Vec::new(),
            hash,
            said_long: false,
        };
        let message = Message::new(config.limits, &mut Out { cx, contents: &mut contents });
        Mail { message, contents }
    }

    /// Takes a line or a piece of one. `line_end`: whether CR LF followed.
    pub(crate) fn line(&mut self, cx: &mut Context<'_, '_>, text: &[u8], line_end: bool) {
        self.message.deliver(text, line_end, &mut Out { cx, contents: &mut self.contents });
    }

    /// Reports a gap of `len` bytes to the file analysis.
    pub(crate) fn gap(&mut self, cx: &mut Context<'_, '_>, len: u64) {
        let (from, file) = (self.contents.from, self.contents.file);
        cx.file_gap(from, file, None, len);
    }

    /// Ends the mail.
    pub(crate) fn end(mut self, cx: &mut Context<'_, '_>) {
        self.message.end(&mut Out { cx, contents: &mut self.contents });
        let Contents { all, hash, from, .. } = self.contents;
        cx.event(|c| ev::MimeAllData { c, length: all.len() as u64, data: &all });
        if let Some((md5, content_len)) = hash {
            let digest = md5.finalize();
            cx.event(|c| ev::MimeContentHash { c, content_len, hash_value: &digest });
        }
        cx.file_end(from, None);
    }
}

impl Contents {
    /// Keeps bytes, up to the limit, for the events that carry complete bodies.
    fn keep(&mut self, cx: &mut Context<'_, '_>, data: &[u8]) {
        let mut cut = false;
        let mut add = |to: &mut Vec<u8>| {
            let room = MAX_KEPT.saturating_sub(to.len());
            cut |= room < data.len();
            to.extend(data.iter().take(room));
        };
        if cx.wants::<ev::MimeEntityData<'_>>() {
            add(&mut self.entity);
        }
        if cx.wants::<ev::MimeAllData<'_>>() {
            add(&mut self.all);
        }
        if cut && !std::mem::replace(&mut self.said_long, true) {
            cx.anomaly(Anomaly::EntityTooLong(MAX_KEPT));
        }
    }
}

impl Output for Out<'_, '_, '_> {
    fn begin(&mut self, _: usize) {
        self.contents.file = None;
        self.contents.fields.clear();
        self.cx.event(|c| ev::MimeBeginEntity { c });
    }

    fn header(&mut self, _: usize, h: &Header<'_>) {
        let one = self.cx.wants::<ev::MimeOneHeader<'_>>();
        let all = self.cx.wants::<ev::MimeAllHeaders<'_>>();
        if !one && !all {
            return;
        }
        let upper = h.name.to_ascii_uppercase();
        let rec = MimeHeaderRec { original_name: h.name, name: &upper, value: h.value };
        self.cx.event(|c| ev::MimeOneHeader { c, h: rec });
        if all {
            match self.contents.fields.len() {
                n if n < MAX_HEADERS => {
                    let (name, value) = (h.name.to_vec(), h.value.to_vec());
                    self.contents.fields.push(Field { name, upper, value });
                }
                MAX_HEADERS => self.cx.anomaly(Anomaly::TooManyHeaders(MAX_HEADERS)),
                _ => {}
            }
        }
    }

    fn headers_done(&mut self, _: usize, _: &ContentType) -> Body {
        if self.cx.wants::<ev::MimeAllHeaders<'_>>() {
            let fields: Vec<(u64, MimeHeaderRec<'_>)> = (1..)
                .zip(&self.contents.fields)
                .map(|(n, f)| (n, MimeHeaderRec { original_name: &f.name, name: &f.upper, value: &f.value }))
                .collect();
            self.cx.event(|c| ev::MimeAllHeaders { c, hlist: TableOf(&fields) });
        }
        self.contents.fields.clear();
        Body::Lines
    }

    fn data(&mut self, _: usize, data: &[u8]) {
        for piece in data.chunks(self.contents.segment) {
            if let Some((md5, len)) = &mut self.contents.hash {
                md5.update(piece);
                *len += piece.len() as u64;
            }
            self.contents.keep(self.cx, piece);
            self.cx.event(|c| ev::MimeSegmentData { c, length: piece.len() as u64, data: piece });
            let (from, file) = (self.contents.from, self.contents.file);
            self.contents.file = self.cx.file_data(from, file, piece);
        }
    }

    fn end(&mut self, _: usize) {
        let entity = std::mem::take(&mut self.contents.entity);
        self.cx.event(|c| ev::MimeEntityData { c, length: entity.len() as u64, data: &entity });
        self.cx.event(|c| ev::MimeEndEntity { c });
        let file = self.contents.file.take();
        self.cx.file_end(self.contents.from, file);
    }

    fn trouble(&mut self, what: Trouble, text: &str) {
        let event_type: &[u8] = match what {
            Trouble::Format => b"illegal format",
            Trouble::Encoding => b"illegal encoding",
            Trouble::Cap(name, n) => {
                // Input beyond the cap is not read.
                self.cx.cannot_follow();
                return self.cx.weird_number(name, n);
            }
        };
        self.cx.event(|c| ev::MimeEvent { c, event_type, detail: text.as_bytes() });
    }
}
