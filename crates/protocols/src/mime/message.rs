//! A message and the entities in it: lines in, headers and decoded bodies out.
use super::decode::{Base64, quoted_printable};
use super::header::{ContentKind, ContentType, Encoding, Header};

/// Caps, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `MIME::max_depth`: entities in entities. 0 is no limit.
    pub max_depth: usize,
    /// `MIME::max_header_bytes`: bytes of one folded field. 0 is no limit.
    pub max_header_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_depth: 100, max_header_bytes: 8 * 1024 * 1024 }
    }
}

/// What is wrong with a message, as `http_event` and `mime_event` name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// `illegal format`
    Format,
    /// `illegal encoding`
    Encoding,
    /// A cap was reached: its weird, with a number.
    Cap(&'static str, usize),
}

/// What stands behind the header of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// Lines of a body.
    Lines,
    /// Nothing: the entity ends here.
    None,
}

/// Takes what a message consists of. `depth` is 0 for the message itself.
pub trait Output {
    /// An entity begins.
    fn begin(&mut self, depth: usize);
    /// A header field.
    fn header(&mut self, depth: usize, header: &Header<'_>);
    /// The header is over.
    fn headers_done(&mut self, depth: usize, content: &ContentType) -> Body;
    /// Decoded bytes of a body.
    fn data(&mut self, depth: usize, data: &[u8]);
    /// An entity ends.
    fn end(&mut self, depth: usize);
    /// Something is wrong.
    fn trouble(&mut self, what: Trouble, text: &str);
}

struct Entity {
    in_header: bool,
    /// The field at hand, its lines joined, and how many they are.
    field: Vec<u8>,
    lines: u32,
    content: ContentType,
    encoding: Encoding,
    base64: Base64,
    /// In a part of a multipart body the CR LF before the boundary belongs to the boundary.
    owes_line_end: bool,
}

impl Entity {
    fn new(encoding: Encoding) -> Self {
        Entity {
            in_header: true,
            field: Vec::new(),
            lines: 0,
            content: ContentType::default(),
            encoding,
            base64: Base64::default(),
            owes_line_end: false,
        }
    }
}

/// What a line is to a multipart body.
#[derive(PartialEq, Eq)]
enum Delimiter {
    Open,
    Close,
}

/// A message as it comes in.
pub struct Message {
    /// The entities at hand, the message first, each a part of the one before.
    stack: Vec<Entity>,
    limits: Limits,
    scratch: Vec<u8>,
    ended: bool,
}

impl Message {
    /// A message whose first header line is to come; `out` hears of its begin.
    pub fn new(limits: Limits, out: &mut dyn Output) -> Self {
        out.begin(0);
        Message { stack: vec![Entity::new(Encoding::Identity)], limits, scratch: Vec::new(), ended: false }
    }

    /// True until the message's own header is over.
    pub fn in_header(&self) -> bool {
        self.stack.first().is_some_and(|e| e.in_header)
    }

    /// True where the message has ended.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Depth of the entity at hand.
    pub fn depth(&self) -> usize {
        self.stack.len().saturating_sub(1)
    }

    /// Kind of the message's own body.
    pub fn kind(&self) -> ContentKind {
        self.stack.first().map_or(ContentKind::Other, |e| e.content.kind)
    }

    /// Takes a line, or bytes of a body; `line_end` tells that CR LF followed.
    pub fn deliver(&mut self, text: &[u8], line_end: bool, out: &mut dyn Output) {
        if self.ended {
            return;
        }
        let mut level = 0;
        while let Some(e) = self.stack.get_mut(level) {
            if e.in_header {
                return self.header_line(level, text, out);
            }
            if e.content.kind == ContentKind::Multipart
                && let Some(d) = delimiter(text, &e.content.boundary)
            {
                self.close_above(level, out);
                match d {
                    Delimiter::Open => self.open_child(level, out),
                    Delimiter::Close => self.end_level(level, out),
                }
                return;
            }
            let container = e.content.kind != ContentKind::Other;
            if container && level + 1 == self.stack.len() {
                // Before the first and behind the last boundary nothing counts.
                return;
            }
            if !container {
                return self.body(level, text, line_end, out);
            }
            level += 1;
        }
    }

    /// Ends the message wherever it stands.
    pub fn end(&mut self, out: &mut dyn Output) {
        if !self.ended {
            self.end_level(0, out);
        }
    }

    fn header_line(&mut self, level: usize, text: &[u8], out: &mut dyn Output) {
        let limit = self.limits.max_header_bytes;
        let Some(e) = self.stack.get_mut(level) else { return };
        match text.first() {
            None | Some(0) => {
                self.finish_field(level, out);
                self.finish_header(level, out);
            }
            Some(b' ' | b'\t') if e.lines > 0 => {
                if limit > 0 && e.field.len() >= limit {
                    let len = e.field.len();
                    return out.trouble(Trouble::Cap("exceeded_mime_max_header_bytes", len), "");
                }
                e.field.extend_from_slice(text);
                e.lines += 1;
            }
            Some(first) => {
                let text = if matches!(first, b' ' | b'\t') {
                    out.trouble(Trouble::Format, "first header line starts with linear whitespace");
                    text.trim_ascii_start()
                } else {
                    text
                };
                self.finish_field(level, out);
                let Some(e) = self.stack.get_mut(level) else { return };
                if !text.is_empty() {
                    e.field.extend_from_slice(text);
                    e.lines = 1;
                }
            }
        }
    }

    fn finish_field(&mut self, level: usize, out: &mut dyn Output) {
        let Some(e) = self.stack.get_mut(level) else { return };
        if e.lines == 0 {
            return;
        }
        let field = std::mem::take(&mut e.field);
        if let Some(h) = Header::parse(&field, e.lines) {
            if h.is("content-type") {
                let content = ContentType::parse(h.value, &mut |s| out.trouble(Trouble::Format, s));
                if let Some(c) = content {
                    e.content = c;
                }
            } else if h.is("content-transfer-encoding") {
                match h.token() {
                    Some(t) => e.encoding = Encoding::parse(t),
                    None => out.trouble(Trouble::Format, "encoding type not found in content encoding"),
                }
            }
            out.header(level, &h);
        }
        e.lines = 0;
        e.field = field;
        e.field.clear();
    }

    fn finish_header(&mut self, level: usize, out: &mut dyn Output) {
        let Some(e) = self.stack.get_mut(level) else { return };
        e.in_header = false;
        let kind = e.content.kind;
        if out.headers_done(level, &e.content) == Body::None {
            self.end_level(level, out);
        } else if kind == ContentKind::Message {
            self.open_child(level, out);
        }
    }

    /// Begins an entity inside of `level`, which is the innermost.
    fn open_child(&mut self, level: usize, out: &mut dyn Output) {
        if self.limits.max_depth > 0 && level >= self.limits.max_depth {
            return out.trouble(Trouble::Cap("exceeded_mime_max_depth", level), "");
        }
        let encoding = self.stack.get(level).map_or(Encoding::Identity, |e| e.encoding);
        self.stack.push(Entity::new(encoding));
        out.begin(level + 1);
    }

    /// Ends the entities inside of `level`.
    fn close_above(&mut self, level: usize, out: &mut dyn Output) {
        while self.stack.len() > level + 1 {
            self.end_level(self.stack.len() - 1, out);
        }
    }

    /// Ends an entity and all inside of it.
    fn end_level(&mut self, level: usize, out: &mut dyn Output) {
        let inner = self.stack.len() > level + 1;
        let multipart = self.stack.get(level).is_some_and(|e| e.content.kind == ContentKind::Multipart);
        if inner {
            if multipart {
                out.trouble(Trouble::Format, "multipart closing boundary delimiter missing");
            }
            self.close_above(level, out);
        }
        if self.stack.get(level).is_some_and(|e| e.in_header) {
            self.finish_field(level, out);
            if let Some(e) = self.stack.get_mut(level) {
                e.in_header = false;
                out.headers_done(level, &e.content);
            }
            out.trouble(Trouble::Format, "entity body missing");
        } else if let Some(e) = self.stack.get_mut(level)
            && e.encoding == Encoding::Base64
        {
            e.base64.end(&mut |s| out.trouble(Trouble::Encoding, &s));
        }
        if level == 0 {
            self.ended = true;
        }
        self.stack.truncate(level);
        out.end(level);
    }

    fn body(&mut self, level: usize, text: &[u8], line_end: bool, out: &mut dyn Output) {
        let in_multipart =
            level > 0 && self.stack.get(level - 1).is_some_and(|p| p.content.kind == ContentKind::Multipart);
        let Some(e) = self.stack.get_mut(level) else { return };
        let decoded = &mut self.scratch;
        decoded.clear();
        match e.encoding {
            Encoding::Identity if !e.owes_line_end && (!line_end || in_multipart) => {
                // Nothing to add: the bytes go through as they are.
                e.owes_line_end = line_end;
                if !text.is_empty() {
                    out.data(level, text);
                }
                return;
            }
            Encoding::Identity => {
                if std::mem::take(&mut e.owes_line_end) {
                    decoded.extend_from_slice(b"\r\n");
                }
                decoded.extend_from_slice(text);
                if in_multipart {
                    e.owes_line_end = line_end;
                } else if line_end {
                    decoded.extend_from_slice(b"\r\n");
                }
            }
            Encoding::QuotedPrintable => {
                quoted_printable(text, decoded, &mut |s| out.trouble(Trouble::Encoding, &s));
            }
            Encoding::Base64 => e.base64.line(text, decoded, &mut |s| out.trouble(Trouble::Encoding, &s)),
        }
        if !decoded.is_empty() {
            out.data(level, decoded);
        }
    }
}

/// Whether a line is `--boundary` or `--boundary--`.
fn delimiter(line: &[u8], boundary: &[u8]) -> Option<Delimiter> {
    let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
    Some(if rest.starts_with(b"--") { Delimiter::Close } else { Delimiter::Open })
}
