//! White space as C's text functions define it.

/// Whether a byte is white space by C's `isspace`: blank, tab, line feed, vertical tab, form feed, carriage return.
#[must_use]
pub fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

/// Returns a text without leading and trailing white space.
#[must_use]
pub fn trimmed(s: &[u8]) -> &[u8] {
    let from = s.iter().position(|&b| !is_space(b)).unwrap_or(s.len());
    let to = s.iter().rposition(|&b| !is_space(b)).map_or(from, |at| at + 1);
    s.get(from..to).unwrap_or_default()
}
