//! The subnetwork access protocol: an EtherType after an 802.2 header (RFC 1042).
use super::llc;
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};

mod field {
    pub(super) const OUI: usize = 0;
    pub(super) const TYPE: usize = 3;
    pub(super) const END: usize = 5;
}

anomalies! {
    /// Anomalies of a header.
    pub enum Malformed from "SNAP" {
        /// Less than the three bytes of every 802.2 header.
        TruncatedLlc => "truncated_snap_llc_header",
        /// The 802.2 header, or the organization code and type after it, are incomplete.
        Truncated => "truncated_snap_header",
    }
}

/// An 802.2 header with `aa` access points, followed by organization code and type.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, { field::END }>,
    payload: &'a [u8],
}

impl<'a> Header<'a> {
    /// Parses both headers.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        if bytes.len() < 3 {
            return Err(Malformed::TruncatedLlc);
        }
        let llc = llc::Header::parse(bytes).map_err(|_| Malformed::Truncated)?;
        let (header, payload) = Fixed::split(llc.payload()).ok_or(Malformed::Truncated)?;
        Ok(Header { header, payload })
    }

    /// The organization that assigns the types; 0 for EtherTypes.
    pub fn oui(&self) -> u32 {
        self.header.be24::<{ field::OUI }>()
    }

    /// The type; an EtherType if [`oui`](Self::oui) is 0.
    pub fn ethertype(&self) -> EtherType {
        EtherType(self.header.be16::<{ field::TYPE }>())
    }

    /// Organization and type as one number, under which decoders are registered.
    pub fn identifier(&self) -> u64 {
        u64::from(self.oui()) << 16 | u64::from(self.ethertype().0)
    }

    /// The bytes after the header.
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organization_and_type_are_one_identifier() {
        let h = Header::parse(&[0xaa, 0xaa, 3, 0, 0, 0, 8, 6, 1]).unwrap();
        assert_eq!((h.identifier(), h.ethertype(), h.payload()), (0x0806, EtherType::ARP, &[1][..]));
        let h = Header::parse(&[0xaa, 0xaa, 3, 0, 0, 0x0c, 0x20, 0, 1]).unwrap();
        assert_eq!(h.identifier(), 0x0c_2000);
        assert_eq!(Header::parse(&[0xaa, 0xaa]).unwrap_err(), Malformed::TruncatedLlc);
        assert_eq!(Header::parse(&[0xaa, 0xaa, 0, 0, 0, 0, 8, 0]).unwrap_err(), Malformed::Truncated);
    }
}
