//! Places: offsets of the session, lines and columns of the protocol, paths and URIs.
use lsp_types::{Position, Range, Uri};
use script_syntax::{Source, SourceMap, Span};
use std::str::FromStr;

/// The position of an offset of the session: its line and UTF-16 column, from 0.
pub(crate) fn position(source: &Source, offset: u32) -> Position {
    let local = offset.saturating_sub(source.base).min(u32::try_from(source.text.len()).unwrap_or(u32::MAX));
    let line = source.line(local);
    let before = source.text.get(source.line_start(line) as usize..local as usize).unwrap_or_default();
    let columns: usize = String::from_utf8_lossy(before).chars().map(char::len_utf16).sum();
    Position::new(line.saturating_sub(1), u32::try_from(columns).unwrap_or(u32::MAX))
}

/// The offset in the session of a position.
pub(crate) fn offset(source: &Source, at: Position) -> u32 {
    let line = source.line_text(at.line.saturating_add(1));
    let start = if at.line >= source.lines().max(1) {
        u32::try_from(source.text.len()).unwrap_or(u32::MAX)
    } else {
        source.line_start(at.line + 1)
    };
    let mut columns = 0usize;
    let mut bytes = 0usize;
    for c in String::from_utf8_lossy(line).chars() {
        if columns >= at.character as usize {
            break;
        }
        columns += c.len_utf16();
        bytes += c.len_utf8();
    }
    source.base + start + u32::try_from(bytes.min(line.len())).unwrap_or(0)
}

/// The range of a span in its file.
pub(crate) fn range(source: &Source, span: Span) -> Range {
    Range::new(position(source, span.start), position(source, span.end))
}

/// The range of a span that starts in `sources`, with its file.
pub(crate) fn located(sources: &SourceMap, span: Span) -> Option<(&Source, Range)> {
    let source = sources.file(span)?;
    Some((source, range(source, span)))
}

/// The path behind a `file:` URI.
pub(crate) fn path(uri: &Uri) -> Option<String> {
    let text = uri.as_str().strip_prefix("file://")?;
    // An authority may only be empty or this machine.
    let text = text.strip_prefix("localhost").unwrap_or(text);
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        if b != b'%' {
            out.push(b);
            continue;
        }
        let digit = |b: Option<u8>| char::from(b?).to_digit(16);
        let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
        out.push(u8::try_from(high * 16 + low).ok()?);
    }
    let path = String::from_utf8(out).ok()?;
    path.starts_with('/').then_some(path)
}

/// The `file:` URI of an absolute path.
pub(crate) fn uri(path: &str) -> Option<Uri> {
    let mut text = String::from("file://");
    for b in path.bytes() {
        match b {
            b'/' | b'-' | b'_' | b'.' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => text.push(b.into()),
            _ => text.push_str(&format!("%{b:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_utf_16() {
        let mut sources = SourceMap::new();
        sources.add("a", "", "x\n").unwrap();
        let s = sources.add("b", "", "aé𝄞z\nsecond\n").unwrap();
        for (byte, line, column) in [(0, 0, 0), (1, 0, 1), (3, 0, 2), (7, 0, 4), (9, 1, 0), (15, 1, 6)] {
            assert_eq!(position(&s, s.base + byte), Position::new(line, column), "{byte}");
            assert_eq!(offset(&s, Position::new(line, column)), s.base + byte, "{line}:{column}");
        }
        assert_eq!(offset(&s, Position::new(9, 9)), s.base + 16);
        assert_eq!(offset(&s, Position::new(0, 99)), s.base + 8);
    }

    #[test]
    fn paths_and_uris() {
        let odd = "/a b/%/ü.zeek";
        assert_eq!(path(&uri(odd).unwrap()).as_deref(), Some(odd));
        assert_eq!(path(&Uri::from_str("http://x/y").unwrap()), None);
    }
}
