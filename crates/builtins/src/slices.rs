//! Parts of a text. An offset past the end counts as the end, so nothing here can panic.

/// Returns the bytes before `at`.
pub(crate) fn head(s: &[u8], at: usize) -> &[u8] {
    s.get(..at).unwrap_or(s)
}

/// Returns the bytes from `at` on.
pub(crate) fn tail(s: &[u8], at: usize) -> &[u8] {
    s.get(at..).unwrap_or_default()
}

/// Returns the bytes from `from` up to `to`; empty if `to` is less than `from`.
pub(crate) fn part(s: &[u8], from: usize, to: usize) -> &[u8] {
    tail(head(s, to), from)
}

/// Splits at the first `separator` into the text before it and the text after it.
pub(crate) fn split_once(s: &[u8], separator: u8) -> Option<(&[u8], &[u8])> {
    let at = s.iter().position(|&b| b == separator)?;
    Some((head(s, at), tail(s, at + 1)))
}
