//! Provider backbone bridging, IEEE 802.1ah: a complete customer frame after a service tag.
use crate::Fixed;
use crate::anomaly::anomalies;

mod field {
    pub(super) const ITAG: usize = 0;
    pub(super) const CUSTOMER_FRAME: usize = 4;
    pub(super) const END: usize = 18;
}

anomalies! {
    /// Anomalies of a backbone header.
    pub enum Malformed from "PBB" {
        /// Less than the service tag, a customer's Ethernet header and one byte.
        Truncated => "truncated_PBB_header",
    }
}

/// The service tag and customer frame (IEEE 802.1ah-2008, 9.7), from the byte after EtherType 88e7 on.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    header: Fixed<'a, { field::END }>,
    frame: &'a [u8],
}

impl<'a> Header<'a> {
    /// Parses a tag.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        if bytes.len() <= field::END {
            return Err(Malformed::Truncated);
        }
        let header = Fixed::of(bytes).ok_or(Malformed::Truncated)?;
        let frame = bytes.get(field::CUSTOMER_FRAME..).ok_or(Malformed::Truncated)?;
        Ok(Header { header, frame })
    }

    /// The service instance identifier, 24 bits.
    pub fn service(&self) -> u32 {
        self.header.be32::<{ field::ITAG }>() & 0x00ff_ffff
    }

    /// The customer's Ethernet frame.
    pub fn frame(&self) -> &'a [u8] {
        self.frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_customer_frame_begins_at_its_destination() {
        let mut b = vec![0x60, 0, 1, 2];
        b.extend([9; 15]);
        let h = Header::parse(&b).unwrap();
        assert_eq!((h.service(), h.frame().len()), (0x102, 15));
        assert_eq!(Header::parse(&b[..18]).unwrap_err(), Malformed::Truncated);
    }
}
