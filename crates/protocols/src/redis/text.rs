//! Renders replies as the text that scripts see: `[1, a, {k: v}]`.
use super::scan::{Form, number};

/// A complete reply.
#[derive(Debug)]
pub(super) struct Reply {
    /// The attributes before the value, as text.
    pub(super) attributes: Option<Vec<u8>>,
    /// The value, as text.
    pub(super) value: Vec<u8>,
    /// The first byte of the value.
    pub(super) kind: u8,
}

impl Reply {
    /// Renders a reply whose end a [`Scan`](super::scan::Scan) has found.
    pub(super) fn read(bytes: &[u8]) -> Reply {
        let mut w = Writer { rest: bytes, out: Vec::new() };
        let mut attributes = None;
        if let Some((b'|', rest)) = w.rest.split_first() {
            w.rest = rest;
            let head = w.line();
            w.pairs(head);
            attributes = Some(std::mem::take(&mut w.out));
        }
        let kind = w.rest.first().copied().unwrap_or_default();
        w.value();
        Reply { attributes, value: w.out, kind }
    }

    /// True for an error.
    pub(super) fn is_error(&self) -> bool {
        matches!(self.kind, b'-' | b'!')
    }

    /// True for a push message, which answers no command.
    pub(super) fn is_push(&self) -> bool {
        self.kind == b'>'
    }

    /// The first version of RESP with such values.
    pub(super) fn min_version(&self) -> u64 {
        match self.kind {
            _ if self.attributes.is_some() => 3,
            b'+' | b'-' | b':' | b'$' | b'*' => 2,
            _ => 3,
        }
    }
}

struct Writer<'a> {
    rest: &'a [u8],
    out: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn line(&mut self) -> &'a [u8] {
        let at = crate::ascii::find(self.rest, b"\r\n").unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(at);
        self.rest = rest.get(2..).unwrap_or_default();
        line
    }

    /// Writes the next value. The scan has limited the depth of the recursion.
    fn value(&mut self) {
        let Some((&kind, rest)) = self.rest.split_first() else { return };
        self.rest = rest;
        let head = self.line();
        match Form::of(kind) {
            None => {}
            Some(Form::Line) => self.out.extend_from_slice(match kind {
                b'_' => b"null",
                b'#' if head.first() == Some(&b't') => b"T",
                b'#' => b"F",
                _ => head,
            }),
            Some(Form::Bulk) => {
                let Ok(len) = usize::try_from(number(head).unwrap_or(-1)) else { return };
                let (content, rest) = self.rest.split_at(len.min(self.rest.len()));
                self.out.extend_from_slice(content);
                self.rest = rest;
                self.line();
            }
            Some(Form::List) => {
                let (open, close) = if kind == b'~' { (b'(', b')') } else { (b'[', b']') };
                self.values(number(head), (open, close), |w| w.value());
            }
            Some(Form::Map) => self.pairs(head),
            Some(Form::Attribute) => {
                // Attributes within other values are not shown.
                let before = self.out.len();
                self.pairs(head);
                self.out.truncate(before);
                self.value();
            }
        }
    }

    fn pairs(&mut self, head: &[u8]) {
        self.values(number(head), (b'{', b'}'), |w| {
            w.value();
            w.out.extend_from_slice(b": ");
            w.value();
        });
    }

    fn values<E>(&mut self, many: Result<i64, E>, (open, close): (u8, u8), mut one: impl FnMut(&mut Self)) {
        self.out.push(open);
        for i in 0..many.unwrap_or(0) {
            if i > 0 {
                self.out.extend_from_slice(b", ");
            }
            one(self);
        }
        self.out.push(close);
    }
}
