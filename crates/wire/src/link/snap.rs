//! The subnetwork access protocol: an EtherType behind an 802.2 header (RFC 1042).
use super::llc;
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};

mod field {
    pub(super) const OUI: usize = 0;
    pub(super) const TYPE: usize = 3;
    pub(super) const END: usize = 5;
}

anomalies! {
    /// What a header can lack.
    pub enum Malformed from "SNAP" {
        /// Fewer than the three bytes that every 802.2 header has.
        TruncatedLlc => "truncated_snap_llc_header",
        /// The 802.2 header is not whole, or organization and type do not follow it.
        Truncated => "truncated_snap_header",
    }
}

/// An 802.2 header of both `aa` access points, with organization code and type behind it.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, { field::END }>,
    payload: &'a [u8],
}

impl<'a> Header<'a> {
    /// Reads both headers.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        if bytes.len() < 3 {
            return Err(Malformed::TruncatedLlc);
        }
        let llc = llc::Header::parse(bytes).map_err(|_| Malformed::Truncated)?;
        let (header, payload) = Fixed::split(llc.payload()).ok_or(Malformed::Truncated)?;
        Ok(Header { header, payload })
    }

    /// The organization that numbers the types; 0 means that they are EtherTypes.
    pub fn oui(&self) -> u32 {
        self.header.be24::<{ field::OUI }>()
    }

    /// The type, an EtherType where [`oui`](Self::oui) is 0.
    pub fn ethertype(&self) -> EtherType {
        EtherType(self.header.be16::<{ field::TYPE }>())
    }

    /// Organization and type as one number, by which decoders are registered.
    pub fn identifier(&self) -> u64 {
        u64::from(self.oui()) << 16 | u64::from(self.ethertype().0)
    }

    /// The bytes behind the header.
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
