//! BSD loopback: a 4-byte address family before the packet.
use crate::Fixed;
use crate::anomaly::anomalies;

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "NULL" {
        /// The family is incomplete, or nothing follows it.
        Truncated => "null_analyzer_failed",
    }
}

/// A family number and the packet after it (<https://www.tcpdump.org/linktypes/LINKTYPE_NULL.html>).
///
/// The field is in the byte order of the capturing host (`NULL`) or in network order (`LOOP`). Families fit into one
/// byte, so the position of the zeros tells the order, and a capture reads the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, 4>,
    payload: &'a [u8],
}

impl<'a> Header<'a> {
    /// Parses a header.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        match Fixed::split(bytes) {
            Some((header, payload)) if !payload.is_empty() => Ok(Header { header, payload }),
            _ => Err(Malformed::Truncated),
        }
    }

    /// The address family: 2 is IPv4; IPv6 is 24, 28 or 30, depending on the capturing system.
    #[inline]
    pub fn family(&self) -> u32 {
        let little = self.header.le32::<0>();
        if little > 0xffff { little.swap_bytes() } else { little }
    }

    /// True for families whose payload is IP.
    #[inline]
    pub fn is_ip(&self) -> bool {
        matches!(self.family(), 2 | 24 | 28 | 30)
    }

    /// The bytes after the header.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_is_read_in_either_order() {
        let family = |b: &[u8]| Header::parse(b).map(|h| (h.family(), h.is_ip()));
        assert_eq!(family(&[2, 0, 0, 0, 0x45]), Ok((2, true)));
        assert_eq!(family(&[0, 0, 0, 30, 0x60]), Ok((30, true)));
        assert_eq!(family(&[7, 0, 0, 0, 0x60]), Ok((7, false)));
        assert_eq!(family(&[2, 0, 0, 0]), Err(Malformed::Truncated));
    }
}
