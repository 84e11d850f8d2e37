//! Splits a message into entities: takes lines, and passes headers and decoded bodies to an [`Output`].
use super::decode::BodyDecoder;
use super::delimiter::Delimiter;
use super::field_lines::{FieldLines, HeaderLine};
use super::header::{ContentKind, ContentType, Encoding, Header};

/// Limits, by the names of their options in scripts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `MIME::max_depth`: the maximum depth of nested entities. 0 means no limit.
    pub max_depth: usize,
    /// `MIME::max_header_bytes`: the maximum length of a folded field, in bytes. 0 means no limit.
    pub max_header_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_depth: 100, max_header_bytes: 8 * 1024 * 1024 }
    }
}

/// An error in a message, by its name in `mime_event`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// `illegal format`
    Format,
    /// `illegal encoding`
    Encoding,
    /// A limit was reached. Contains the name of the weird and its number.
    Cap(&'static str, usize),
}

/// The kind of content that follows the header of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// A body of lines.
    Lines,
    /// No body: the entity ends with its header.
    None,
}

/// Receives the parts of a message. `depth` is 0 for the message itself.
pub trait Output {
    /// Called when an entity begins.
    fn begin(&mut self, depth: usize);
    /// Takes a header field.
    fn header(&mut self, depth: usize, header: &Header<'_>);
    /// Called at the end of a header. Returns whether a body follows.
    fn headers_done(&mut self, depth: usize, content: &ContentType) -> Body;
    /// Takes decoded bytes of a body.
    fn data(&mut self, depth: usize, data: &[u8]);
    /// Called when an entity ends.
    fn end(&mut self, depth: usize);
    /// Takes an error in the message.
    fn trouble(&mut self, what: Trouble, text: &str);
}

struct Entity {
    in_header: bool,
    fields: FieldLines,
    content: ContentType,
    decoder: BodyDecoder,
}

impl Entity {
    fn new(encoding: Encoding) -> Self {
        Entity {
            in_header: true,
            fields: FieldLines::default(),
            content: ContentType::default(),
            decoder: BodyDecoder::new(encoding),
        }
    }
}

/// A message in progress.
pub struct Message {
    /// The open entities: first the message, then each a part of the one before it.
    stack: Vec<Entity>,
    limits: Limits,
    scratch: Vec<u8>,
    ended: bool,
}

impl Message {
    /// Begins a message and reports it to `out`.
    pub fn new(limits: Limits, out: &mut dyn Output) -> Self {
        out.begin(0);
        Message { stack: vec![Entity::new(Encoding::Identity)], limits, scratch: Vec::new(), ended: false }
    }

    /// Whether the header of the message itself has not ended.
    pub fn in_header(&self) -> bool {
        self.stack.first().is_some_and(|e| e.in_header)
    }

    /// Whether the message has ended.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The depth of the innermost open entity.
    pub fn depth(&self) -> usize {
        self.stack.len().saturating_sub(1)
    }

    /// The kind of the body of the message itself.
    pub fn kind(&self) -> ContentKind {
        self.stack.first().map_or(ContentKind::Other, |e| e.content.kind)
    }

    /// Takes a line or a piece of one. `line_end`: whether CR LF followed.
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
                && let Some(d) = Delimiter::parse(text, &e.content.boundary)
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
                // The preamble and the epilogue are ignored (RFC 2046, 5.1.1).
                return;
            }
            if !container {
                return self.body(level, text, line_end, out);
            }
            level += 1;
        }
    }

    /// Ends the message, whether or not it is complete.
    pub fn end(&mut self, out: &mut dyn Output) {
        if !self.ended {
            self.end_level(0, out);
        }
    }

    fn header_line(&mut self, level: usize, text: &[u8], out: &mut dyn Output) {
        let limit = self.limits.max_header_bytes;
        let Some(e) = self.stack.get_mut(level) else { return };
        let text = match e.fields.classify(text) {
            HeaderLine::End => {
                self.finish_field(level, out);
                return self.finish_header(level, out);
            }
            HeaderLine::Folded(text) => {
                if let Err(len) = e.fields.fold(text, limit) {
                    out.trouble(Trouble::Cap("exceeded_mime_max_header_bytes", len), "");
                }
                return;
            }
            HeaderLine::Indented(text) => {
                out.trouble(Trouble::Format, "first header line starts with linear whitespace");
                text
            }
            HeaderLine::Field(text) => text,
        };
        self.finish_field(level, out);
        if let Some(e) = self.stack.get_mut(level) {
            e.fields.begin(text);
        }
    }

    fn finish_field(&mut self, level: usize, out: &mut dyn Output) {
        let Some(e) = self.stack.get_mut(level) else { return };
        let Some((field, lines)) = e.fields.take() else { return };
        if let Some(h) = Header::parse(&field, lines) {
            if h.is("content-type") {
                let content = ContentType::parse(h.value, &mut |s| out.trouble(Trouble::Format, s));
                if let Some(c) = content {
                    e.content = c;
                }
            } else if h.is("content-transfer-encoding") {
                match h.token() {
                    Some(t) => e.decoder.encoding = Encoding::parse(t),
                    None => out.trouble(Trouble::Format, "encoding type not found in content encoding"),
                }
            }
            out.header(level, &h);
        }
        e.fields.recycle(field);
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

    /// Begins an entity inside `level`, the innermost open level.
    fn open_child(&mut self, level: usize, out: &mut dyn Output) {
        if self.limits.max_depth > 0 && level >= self.limits.max_depth {
            return out.trouble(Trouble::Cap("exceeded_mime_max_depth", level), "");
        }
        let encoding = self.stack.get(level).map_or(Encoding::Identity, |e| e.decoder.encoding);
        self.stack.push(Entity::new(encoding));
        out.begin(level + 1);
    }

    /// Ends the entities inside `level`.
    fn close_above(&mut self, level: usize, out: &mut dyn Output) {
        while self.stack.len() > level + 1 {
            self.end_level(self.stack.len() - 1, out);
        }
    }

    /// Ends an entity and all entities inside it.
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
        } else if let Some(e) = self.stack.get_mut(level) {
            e.decoder.end(&mut |_, s| out.trouble(Trouble::Encoding, s));
        }
        if level == 0 {
            self.ended = true;
        }
        self.stack.truncate(level);
        out.end(level);
    }

    fn body(&mut self, level: usize, text: &[u8], line_end: bool, out: &mut dyn Output) {
        let parent = level.checked_sub(1).and_then(|n| self.stack.get(n));
        let in_multipart = parent.is_some_and(|p| p.content.kind == ContentKind::Multipart);
        let Some(e) = self.stack.get_mut(level) else { return };
        let mut complain = |_, s: &str| out.trouble(Trouble::Encoding, s);
        let decoded = e.decoder.decode(text, line_end, in_multipart, &mut self.scratch, &mut complain);
        if !decoded.is_empty() {
            out.data(level, decoded);
        }
    }
}
