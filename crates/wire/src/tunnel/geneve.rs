//! Geneve: anything with an EtherType in UDP, with options (RFC 8926).
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};

mod field {
    pub(super) const VERSION_LEN: usize = 0;
    pub(super) const PROTOCOL: usize = 2;
    pub(super) const VNI: usize = 4;
    pub(super) const END: usize = 8;
}

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "GENEVE" {
        /// A version other than 0.
        Version(version: u8) => "geneve_invalid_version", "{version}",
        /// Nothing follows the header.
        Empty => "geneve_empty_packet",
    }
}

/// Why a payload is not Geneve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotGeneve {
    /// The fixed header is incomplete: an analyzer violation.
    Truncated,
    /// The options are truncated: an analyzer violation.
    TruncatedOptions,
    /// A weird, not a violation.
    Malformed(Malformed),
}

impl NotGeneve {
    /// The reason for the violation; `None` for a weird.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            NotGeneve::Truncated => Some("Geneve header truncation"),
            NotGeneve::TruncatedOptions => Some("Geneve option header truncation"),
            NotGeneve::Malformed(_) => None,
        }
    }
}

/// A header with its options and payload (RFC 8926, 3.4).
///
/// ```text
///  0  2        8 9         16                                   31
/// +--+--------+-+-+---------+-----------------------------------+
/// |v |opt len |O|C| reserved|             protocol              |
/// +--+--------+-+-+---------+----------------------+------------+
/// |           network identifier (VNI)             |  reserved  |
/// +------------------------------------------------+------------+
/// |                        options …                            |
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    /// The EtherType of the payload.
    pub protocol: EtherType,
    /// The network identifier, 24 bits.
    pub vni: u32,
    /// The options.
    pub options: Options<'a>,
    /// The bytes after the options; may be empty ([`Malformed::Empty`]).
    pub payload: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Parses a header.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, NotGeneve> {
        let (header, rest) = Fixed::<{ field::END }>::split(bytes).ok_or(NotGeneve::Truncated)?;
        let version_len = header.u8::<{ field::VERSION_LEN }>();
        if version_len >> 6 != 0 {
            return Err(NotGeneve::Malformed(Malformed::Version(version_len >> 6)));
        }
        let options_len = usize::from(version_len & 0x3f) * 4;
        let (options, payload) = rest.split_at_checked(options_len).ok_or(NotGeneve::TruncatedOptions)?;
        Ok(Packet {
            protocol: EtherType(header.be16::<{ field::PROTOCOL }>()),
            vni: header.be24::<{ field::VNI }>(),
            options: Options(options),
            payload,
        })
    }
}

/// One option (RFC 8926, 3.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GeneveOption<'a> {
    /// The organization that assigns the types.
    pub class: u16,
    /// Receivers that do not support the option must drop the packet.
    pub critical: bool,
    /// The type without the critical bit.
    pub kind: u8,
    /// The data, a multiple of four bytes.
    pub data: &'a [u8],
}

/// The options of a header. Iteration ends before a malformed one.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a>(&'a [u8]);

impl<'a> Iterator for Options<'a> {
    type Item = GeneveOption<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let (head, rest) = Fixed::<4>::split(std::mem::take(&mut self.0))?;
        let (data, rest) = rest.split_at_checked(usize::from(head.u8::<3>() & 0x1f) * 4)?;
        self.0 = rest;
        let kind = head.u8::<2>();
        Some(GeneveOption { class: head.be16::<0>(), critical: kind & 0x80 != 0, kind: kind & 0x7f, data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_payload() {
        let b = [3, 0, 0x65, 0x58, 0, 0, 7, 0, 1, 2, 0x83, 1, 9, 9, 9, 9, 0, 1, 4, 1, 42];
        let p = Packet::parse(&b).unwrap();
        assert_eq!((p.protocol, p.vni, p.payload), (EtherType::BRIDGING, 7, &[42][..]));
        let options: Vec<_> = p.options.collect();
        assert_eq!(
            options,
            [GeneveOption { class: 0x102, critical: true, kind: 3, data: &[9; 4] }],
            "the second one is longer than the remaining bytes"
        );
    }

    #[test]
    fn what_is_no_geneve() {
        assert_eq!(Packet::parse(&[0; 7]).unwrap_err(), NotGeneve::Truncated);
        assert_eq!(Packet::parse(&[1, 0, 0, 0, 0, 0, 0, 0, 1]).unwrap_err(), NotGeneve::TruncatedOptions);
        let version = Packet::parse(&[0x40, 0, 0, 0, 0, 0, 0, 0]).unwrap_err();
        assert_eq!(version, NotGeneve::Malformed(Malformed::Version(1)));
    }
}
