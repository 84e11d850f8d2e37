//! The files of a session: their texts, and the lines that a span covers.
use crate::Span;
use crate::parsed::Steps;
use std::cell::OnceCell;
use std::rc::Rc;

/// The bytes of a file: borrowed from the binary for packed scripts, shared otherwise.
#[derive(Clone)]
pub enum Text {
    /// Packed into the binary.
    Static(&'static [u8]),
    /// Packed into the binary, together with its parsed form.
    Parsed(&'static [u8], Steps),
    /// Read or generated at run time.
    Shared(Rc<[u8]>),
}

impl std::ops::Deref for Text {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Text::Static(t) | Text::Parsed(t, _) => t,
            Text::Shared(t) => t,
        }
    }
}

impl From<&'static str> for Text {
    fn from(t: &'static str) -> Self {
        Text::Static(t.as_bytes())
    }
}

impl From<Vec<u8>> for Text {
    fn from(t: Vec<u8>) -> Self {
        Text::Shared(t.into())
    }
}

/// One file of the session.
pub struct Source {
    /// Its name in messages: the path under which it was opened, `<command line>`, `<stdin>`.
    pub name: String,
    /// The value of `@DIR` in it.
    pub dir: String,
    /// Its bytes.
    pub text: Text,
    /// The offset of its first byte in the session's space of offsets.
    pub base: u32,
    line_starts: OnceCell<Vec<u32>>,
}

impl Source {
    /// Whether the file is packed into the program.
    pub fn is_packed(&self) -> bool {
        !matches!(self.text, Text::Shared(_))
    }

    /// Returns the line (from 1) of the byte at `offset` of this file.
    pub fn line(&self, offset: u32) -> u32 {
        let starts = self.line_starts();
        u32::try_from(starts.partition_point(|&s| s <= offset)).unwrap_or(u32::MAX)
    }

    /// Returns the bytes of line `line` (from 1) without the line end.
    pub fn line_text(&self, line: u32) -> &[u8] {
        let starts = self.line_starts();
        let i = line.saturating_sub(1) as usize;
        let Some(&from) = starts.get(i) else { return &[] };
        let to = starts.get(i + 1).map_or(self.text.len(), |&n| n as usize);
        let l = self.text.get(from as usize..to).unwrap_or_default();
        let l = l.strip_suffix(b"\n").unwrap_or(l);
        l.strip_suffix(b"\r").unwrap_or(l)
    }

    /// The number of lines, not counting an empty one after the last line end.
    pub fn lines(&self) -> u32 {
        let ended = self.text.is_empty() || self.text.ends_with(b"\n");
        u32::try_from(self.line_starts().len() - usize::from(ended)).unwrap_or(u32::MAX)
    }

    /// Returns the offset in this file of the first byte of line `line` (from 1).
    pub fn line_start(&self, line: u32) -> u32 {
        self.line_starts().get(line.saturating_sub(1) as usize).copied().unwrap_or(0)
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let mut v = vec![0];
            v.extend(memchr::memchr_iter(b'\n', &self.text).map(|i| i as u32 + 1));
            v
        })
    }
}

/// A place, as file and lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Line of the first byte, from 1.
    pub first_line: u32,
    /// Line of the last byte.
    pub last_line: u32,
}

impl std::fmt::Display for Place<'_> {
    /// `FILE, line N` or `FILE, lines N-M`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.first_line == self.last_line {
            write!(f, "{}, line {}", self.file, self.first_line)
        } else {
            write!(f, "{}, lines {}-{}", self.file, self.first_line, self.last_line)
        }
    }
}

/// All files of a session, in the order in which they were first read.
#[derive(Default)]
pub struct SourceMap {
    files: Vec<Rc<Source>>,
}

/// The error for sources of more than 4 GiB in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the scripts of a session exceed 4 GiB")]
pub struct TooLarge;

impl SourceMap {
    /// Creates an empty list of files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. `dir` is the value of `@DIR` in it.
    pub fn add(&mut self, name: &str, dir: &str, text: impl Into<Text>) -> Result<Rc<Source>, TooLarge> {
        let text = text.into();
        let base = self.files.last().map_or(1, |f| f.base + f.text.len() as u32 + 1);
        let len = u32::try_from(text.len()).map_err(|_| TooLarge)?;
        base.checked_add(len).and_then(|e| e.checked_add(2)).ok_or(TooLarge)?;
        let source =
            Rc::new(Source { name: name.into(), dir: dir.into(), text, base, line_starts: OnceCell::new() });
        self.files.push(Rc::clone(&source));
        Ok(source)
    }

    /// Returns the file that contains `span`; `None` for [`Span::NONE`].
    pub fn file(&self, span: Span) -> Option<&Rc<Source>> {
        if span.is_none() {
            return None;
        }
        let i = self.files.partition_point(|f| f.base <= span.start);
        self.files.get(i.checked_sub(1)?)
    }

    /// Returns the file and lines of `span`; `None` for [`Span::NONE`].
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let f = self.file(span)?;
        let first_line = f.line(span.start - f.base);
        let last = span.end.saturating_sub(1).max(span.start).saturating_sub(f.base);
        Some(Place { file: &f.name, first_line, last_line: f.line(last).max(first_line) })
    }

    /// Returns the bytes that `span` covers.
    pub fn text(&self, span: Span) -> &[u8] {
        let Some(f) = self.file(span) else { return &[] };
        let from = (span.start - f.base) as usize;
        let to = (span.end.saturating_sub(f.base) as usize).min(f.text.len());
        f.text.get(from..to).unwrap_or_default()
    }

    /// All files, in the order in which they were first read.
    pub fn files(&self) -> impl Iterator<Item = &Rc<Source>> {
        self.files.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_across_files() {
        let mut m = SourceMap::new();
        let a = m.add("a.zeek", ".", "one\ntwo\n").unwrap().base;
        let b = m.add("b.zeek", ".", "x\r\ny").unwrap().base;
        let check = |start, end, expected: &str| {
            assert_eq!(m.place(Span::new(start, end)).unwrap().to_string(), expected);
        };
        check(a, a + 3, "a.zeek, line 1");
        check(a, a + 7, "a.zeek, lines 1-2");
        check(a + 8, a + 8, "a.zeek, line 3");
        check(b, b + 1, "b.zeek, line 1");
        check(b + 3, b + 4, "b.zeek, line 2");
        assert_eq!(m.place(Span::NONE), None);
        assert_eq!(m.text(Span::new(a + 4, a + 7)), b"two");
        assert_eq!(m.file(Span::new(b, b)).unwrap().line_text(1), b"x");
    }
}
