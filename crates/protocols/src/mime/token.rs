//! Parses lexical elements of header values: tokens, quoted strings, comments (RFC 5322, 3.2; RFC 2045, 5.1).

fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

fn is_special(b: u8) -> bool {
    b"()<>@,;:\\\"/[]?=".contains(&b)
}

/// Whether a byte may be part of a token: visible ASCII without the specials.
pub(crate) fn is_token(b: u8) -> bool {
    b.is_ascii_graphic() && !is_special(b)
}

/// Whether a byte may be part of an unquoted boundary. Senders use more bytes than RFC 2045 allows.
fn is_lenient_token(b: u8) -> bool {
    b.is_ascii_graphic() && b != b'"'
}

/// Skips white space and comments.
pub(crate) fn skip_space(mut s: &[u8]) -> &[u8] {
    loop {
        match s.first() {
            Some(&b) if is_blank(b) => s = s.get(1..).unwrap_or_default(),
            Some(b'(') => s = skip_comment(s),
            _ => return s,
        }
    }
}

/// Skips a comment with nested comments. An unterminated comment extends to the end of the text.
fn skip_comment(s: &[u8]) -> &[u8] {
    let (mut depth, mut at) = (0u32, 0);
    while let Some(b) = s.get(at) {
        match b {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return s.get(at + 1..).unwrap_or_default();
                }
            }
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    &[]
}

/// Finds the first run of bytes for which `inside` holds. Returns the run and the text after it.
fn run(s: &[u8], inside: fn(u8) -> bool) -> Option<(&[u8], &[u8])> {
    let mut rest = s;
    loop {
        let first = *rest.first()?;
        if inside(first) {
            let len = rest.iter().position(|&b| !inside(b)).unwrap_or(rest.len());
            return Some(rest.split_at(len));
        }
        let skipped = skip_space(rest);
        rest = if skipped.len() < rest.len() { skipped } else { rest.get(1..)? };
    }
}

/// The first token and the text after it.
pub(crate) fn token(s: &[u8]) -> Option<(&[u8], &[u8])> {
    run(skip_space(s), is_token)
}

/// The name of a header field and the text after it.
pub(crate) fn field_name(s: &[u8]) -> Option<(&[u8], &[u8])> {
    run(skip_space(s), |b| b.is_ascii_graphic() && b != b':')
}

/// The type and the subtype of `type/subtype`, and the text after them.
pub(crate) fn slash_pair(s: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (first, rest) = token(s)?;
    let rest = skip_space(rest).strip_prefix(b"/")?;
    let (second, rest) = token(rest)?;
    Some((first, second, rest))
}

/// The value of a parameter, unquoted and unescaped, and the text after it. `boundary`: whether it is the boundary of a
/// multipart body.
pub(crate) fn value(s: &[u8], boundary: bool) -> Option<(Vec<u8>, &[u8])> {
    let s = if boundary { s } else { skip_space(s) };
    let Some(quoted) = s.strip_prefix(b"\"") else {
        let (text, rest) = run(s, if boundary { is_lenient_token } else { is_token })?;
        return Some((text.to_vec(), rest));
    };
    let mut out = Vec::new();
    let mut bytes = quoted.iter().enumerate();
    while let Some((at, &b)) = bytes.next() {
        match b {
            b'"' => return Some((out, quoted.get(at + 1..).unwrap_or_default())),
            b'\\' => out.extend(bytes.next().map(|(_, b)| b)),
            _ => out.push(b),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_between_spaces_and_comments() {
        assert_eq!(
            token(b"  (a (nested\\)) comment) gzip, x"),
            Some((b"gzip".as_slice(), b", x".as_slice()))
        );
        assert_eq!(token(b"(never ends"), None);
        assert_eq!(
            slash_pair(b"text / html; x=y"),
            Some((b"text".as_slice(), b"html".as_slice(), b"; x=y".as_slice()))
        );
        assert_eq!(slash_pair(b"text"), None);
    }

    #[test]
    fn values_lose_their_quotes() {
        assert_eq!(value(b" \"a\\\"b c\" ;", false), Some((b"a\"b c".to_vec(), b" ;".as_slice())));
        assert_eq!(value(b"a=b;", true), Some((b"a=b;".to_vec(), b"".as_slice())));
        assert_eq!(value(b"\"open", false), None);
    }
}
