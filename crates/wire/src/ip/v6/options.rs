//! Options of hop-by-hop and destination options headers (RFC 8200, 4.2).

/// One option of a hop-by-hop or destination options header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ipv6Option<'a> {
    /// The type; its upper bits tell hosts how to treat an unknown option.
    pub kind: u8,
    /// The bytes after type and length.
    pub data: &'a [u8],
}

/// An option that does not fit its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionTooLong;

/// The options of a header. One-byte padding appears as kind 0 without data.
#[derive(Clone, Debug)]
pub struct Options<'a>(&'a [u8]);

impl<'a> Options<'a> {
    /// The options in the bytes after a header's fixed part.
    pub fn of(bytes: &'a [u8]) -> Self {
        Options(bytes)
    }
}

impl<'a> Iterator for Options<'a> {
    type Item = Result<Ipv6Option<'a>, OptionTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&kind, rest) = std::mem::take(&mut self.0).split_first()?;
        if kind == 0 {
            self.0 = rest;
            return Some(Ok(Ipv6Option { kind, data: &[] }));
        }
        let fits = rest.split_first().and_then(|(&len, rest)| rest.split_at_checked(len.into()));
        let Some((data, rest)) = fits else { return Some(Err(OptionTooLong)) };
        self.0 = rest;
        Some(Ok(Ipv6Option { kind, data }))
    }
}
