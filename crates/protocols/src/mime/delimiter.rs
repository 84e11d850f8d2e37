//! The lines between the parts of a multipart body (RFC 2046, 5.1.1).

/// The meaning of a delimiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delimiter {
    /// `--boundary`: a part follows.
    Open,
    /// `--boundary--`: the last part is over.
    Close,
}

impl Delimiter {
    /// Reads a line; `None` if it is no delimiter. What follows the boundary is ignored.
    pub(crate) fn parse(line: &[u8], boundary: &[u8]) -> Option<Self> {
        let rest = line.strip_prefix(b"--")?.strip_prefix(boundary)?;
        Some(if rest.starts_with(b"--") { Delimiter::Close } else { Delimiter::Open })
    }
}
