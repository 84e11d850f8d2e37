//! Delimiter lines between the parts of a multipart body (RFC 2046, 5.1.1).

/// A delimiter line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delimiter {
    /// `--boundary`: a part follows.
    Open,
    /// `--boundary--`: the last part has ended.
    Close,
}

impl Delimiter {
    /// Parses a line; `None` if it is not a delimiter. Text after the boundary is ignored.
    pub(crate) fn parse(line: &[u8], boundary: &[u8]) -> Option<Self> {
        let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
        Some(if rest.starts_with(b"--") { Delimiter::Close } else { Delimiter::Open })
    }
}
