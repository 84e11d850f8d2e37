//! VXLAN: Ethernet in UDP (RFC 7348).
use crate::Fixed;
use crate::anomaly::anomalies;

mod field {
    pub(super) const FLAGS: usize = 0;
    pub(super) const VNI: usize = 4;
    pub(super) const END: usize = 8;
}

/// The flag for a valid network identifier.
const VALID_VNI: u8 = 0x08;

anomalies! {
    /// Anomalies of a well-formed header.
    pub enum Malformed from "VXLAN" {
        /// Nothing follows the header.
        Empty => "vxlan_empty_packet",
    }
}

/// Why a payload is not VXLAN. The texts are the reasons of violations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotVxlan {
    /// The header is incomplete.
    Truncated,
    /// The flag is not set.
    NoFlag,
}

impl NotVxlan {
    /// The reason for the violation.
    pub const fn reason(self) -> &'static str {
        match self {
            NotVxlan::Truncated => "VXLAN header truncation",
            NotVxlan::NoFlag => "VXLAN 'I' flag not set",
        }
    }
}

/// A header and its frame (RFC 7348, 5).
///
/// ```text
///  0               8                                24            31
/// +---------------+--------------------------------+-------------+
/// |R R R R I R R R|                  reserved                    |
/// +---------------+--------------------------------+-------------+
/// |           network identifier (VNI)             |  reserved   |
/// +------------------------------------------------+-------------+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet<'a> {
    /// The network identifier, 24 bits.
    pub vni: u32,
    /// The Ethernet frame; may be empty ([`Malformed::Empty`]).
    pub frame: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Parses a header.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, NotVxlan> {
        let (header, frame) = Fixed::<{ field::END }>::split(bytes).ok_or(NotVxlan::Truncated)?;
        if header.u8::<{ field::FLAGS }>() & VALID_VNI == 0 {
            return Err(NotVxlan::NoFlag);
        }
        Ok(Packet { vni: header.be24::<{ field::VNI }>(), frame })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_must_be_set() {
        let p = Packet::parse(&[8, 0, 0, 0, 0, 1, 2, 0, 9]);
        assert_eq!(p, Ok(Packet { vni: 0x102, frame: &[9] }));
        assert_eq!(Packet::parse(&[0; 9]), Err(NotVxlan::NoFlag));
        assert_eq!(Packet::parse(&[8; 7]), Err(NotVxlan::Truncated));
    }
}
