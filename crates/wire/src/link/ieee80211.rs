//! IEEE 802.11 data frames, single or aggregated (A-MSDU).
use crate::anomaly::anomalies;
use crate::{EtherType, Fixed};
use net_types::Mac;

mod field {
    pub(super) const CONTROL: usize = 0;
    pub(super) const FLAGS: usize = 1;
    pub(super) const ADDR1: usize = 4;
    pub(super) const ADDR2: usize = 10;
    pub(super) const ADDR3: usize = 16;
    /// Offset of the optional fourth address.
    pub(super) const END: usize = 24;
}

/// Bits of the frame control's second byte.
mod flag {
    pub(super) const TO_DS: u8 = 0x01;
    pub(super) const FROM_DS: u8 = 0x02;
    pub(super) const PROTECTED: u8 = 0x40;
}

anomalies! {
    /// Anomalies of a frame.
    pub enum Malformed from "IEEE802_11" {
        /// The header is shorter than its control field says, or nothing follows it.
        Truncated => "truncated_802_11_header",
        /// No room for the 802.2 and SNAP headers.
        TruncatedLlc => "truncated_802_11_llc_header",
        /// No room for the header of an aggregated subframe.
        TruncatedSubframe => "truncated_802_11_amsdu_header",
        /// Fewer bytes than an aggregated subframe's length says.
        TruncatedSubframePacket => "truncated_802_11_amsdu_packet",
        /// A subframe's packet is malformed; the frame's remaining subframes are skipped.
        InvalidInnerPacket => "invalid_802_11_amsdu_inner_packet",
    }
}

/// A frame, classified by whether its body can be decoded.
#[derive(Clone, Copy, Debug)]
pub enum Frame<'a> {
    /// Management, control, or data without a body.
    NoData,
    /// Encrypted, so it cannot be decoded.
    Protected,
    /// A data frame.
    Data(Data<'a>),
}

/// A data frame (IEEE 802.11-2020, 9.3.2).
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    /// The original sender, by the "to" and "from" distribution system bits.
    pub src: Mac,
    /// The final receiver.
    pub dst: Mac,
    /// True if the body is a list of subframes (see [`Subframes`]).
    pub aggregated: bool,
    /// The bytes after the header.
    pub body: &'a [u8],
}

impl<'a> Frame<'a> {
    /// Parses a frame.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let (header, mut rest) = match Fixed::<{ field::END }>::split(bytes) {
            Some((header, rest)) if !rest.is_empty() => (header, rest),
            _ => return Err(Malformed::Truncated),
        };
        let (control, flags) = (header.u8::<{ field::CONTROL }>(), header.u8::<{ field::FLAGS }>());
        let (kind, subtype) = (control >> 2, control >> 4);
        // Bit 1 of the type means data; bit 2 of the subtype means no body.
        if kind & 0x02 == 0 || subtype & 0x04 != 0 {
            return Ok(Frame::NoData);
        }
        let mut addr4 = None;
        if flags & flag::TO_DS != 0 && flags & flag::FROM_DS != 0 {
            let (addr, after) = Fixed::<6>::split(rest).ok_or(Malformed::Truncated)?;
            addr4 = Some(Mac(*addr.bytes()));
            rest = after;
        }
        let mut aggregated = false;
        if subtype & 0x08 != 0 {
            let (&qos, _) = rest.split_first().ok_or(Malformed::Truncated)?;
            if flags & flag::PROTECTED != 0 {
                return Ok(Frame::Protected);
            }
            aggregated = qos & 0x80 != 0;
            rest = rest.get(2..).ok_or(Malformed::Truncated)?;
        }
        if rest.is_empty() {
            return Err(Malformed::Truncated);
        }
        let addr1 = Mac(header.array::<{ field::ADDR1 }, 6>());
        let addr2 = Mac(header.array::<{ field::ADDR2 }, 6>());
        let addr3 = Mac(header.array::<{ field::ADDR3 }, 6>());
        let (src, dst) = match (flags & flag::TO_DS != 0, flags & flag::FROM_DS != 0, addr4) {
            (true, true, Some(addr4)) => (addr4, addr3),
            (true, ..) => (addr2, addr3),
            (false, true, _) => (addr3, addr1),
            (false, false, _) => (addr2, addr1),
        };
        Ok(Frame::Data(Data { src, dst, aggregated, body: rest }))
    }
}

impl<'a> Data<'a> {
    /// The subframes of an aggregated frame, or the frame's one body.
    pub fn subframes(&self) -> Subframes<'a> {
        Subframes { rest: self.body, aggregated: self.aggregated }
    }
}

/// The bodies of a frame, each beginning with an 802.2 header. Iteration ends after the first error.
///
/// Between subframes `length mod 4` bytes are skipped, if that many are left.
#[derive(Clone, Debug)]
pub struct Subframes<'a> {
    rest: &'a [u8],
    aggregated: bool,
}

impl<'a> Iterator for Subframes<'a> {
    type Item = Result<&'a [u8], Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let all = std::mem::take(&mut self.rest);
        if !self.aggregated {
            return Some(Ok(all));
        }
        let Some((header, after)) = Fixed::<14>::split(all) else {
            return Some(Err(Malformed::TruncatedSubframe));
        };
        let len = usize::from(header.be16::<12>());
        let Some((body, after)) = after.split_at_checked(len) else {
            return Some(Err(Malformed::TruncatedSubframePacket));
        };
        self.rest = after.get(len % 4..).unwrap_or(after);
        Some(Ok(body))
    }
}

/// The packet after a body's 802.2 and SNAP headers; `None` for 802.2 that does not encapsulate Ethernet.
pub fn packet(body: &[u8]) -> Result<Option<(EtherType, &[u8])>, Malformed> {
    let (header, payload) = Fixed::<8>::split(body).ok_or(Malformed::TruncatedLlc)?;
    let encapsulates = header.array::<0, 6>() == [0xaa, 0xaa, 0x03, 0, 0, 0];
    Ok(encapsulates.then(|| (EtherType(header.be16::<6>()), payload)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SNAP_IP: [u8; 9] = [0xaa, 0xaa, 3, 0, 0, 0, 8, 0, 0x45];

    fn frame(control: u8, flags: u8, tail: &[u8]) -> Vec<u8> {
        let mut f = vec![control, flags, 0, 0];
        f.extend([1; 6]);
        f.extend([2; 6]);
        f.extend([3; 6]);
        f.extend([0, 0]);
        f.extend(tail);
        f
    }

    fn ends(bytes: &[u8]) -> (Mac, Mac) {
        match Frame::parse(bytes) {
            Ok(Frame::Data(d)) => (d.src, d.dst),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn addresses_follow_the_distribution_bits() {
        assert_eq!(ends(&frame(0x08, 0, &SNAP_IP)), (Mac([2; 6]), Mac([1; 6])));
        assert_eq!(ends(&frame(0x08, 1, &SNAP_IP)), (Mac([2; 6]), Mac([3; 6])));
        assert_eq!(ends(&frame(0x08, 2, &SNAP_IP)), (Mac([3; 6]), Mac([1; 6])));
        let four = [&[4; 6][..], &SNAP_IP].concat();
        assert_eq!(ends(&frame(0x08, 3, &four)), (Mac([4; 6]), Mac([3; 6])));
    }

    #[test]
    fn frames_without_packets() {
        assert!(matches!(Frame::parse(&frame(0x80, 0, b"beacon")), Ok(Frame::NoData)));
        assert!(matches!(Frame::parse(&frame(0x48, 0, b"null")), Ok(Frame::NoData)));
        assert!(matches!(Frame::parse(&frame(0x88, 0x40, b"secret")), Ok(Frame::Protected)));
        assert_eq!(Frame::parse(&frame(0x08, 0, b"")).unwrap_err(), Malformed::Truncated);
        assert_eq!(Frame::parse(&frame(0x88, 0, &[0, 0])).unwrap_err(), Malformed::Truncated);
    }

    #[test]
    fn aggregated_subframes_are_padded() {
        let mut tail = vec![0x80, 0];
        for _ in 0..2 {
            tail.extend([9; 12]);
            tail.extend([0, 9]);
            tail.extend(SNAP_IP);
            tail.push(0);
        }
        let bytes = frame(0x88, 0, &tail);
        let Ok(Frame::Data(d)) = Frame::parse(&bytes) else { panic!() };
        let bodies: Vec<_> = d.subframes().collect();
        assert_eq!(bodies, [Ok(&SNAP_IP[..]), Ok(&SNAP_IP[..])]);
        assert_eq!(packet(&SNAP_IP), Ok(Some((EtherType::IPV4, &[0x45][..]))));
        assert_eq!(packet(&[0x42; 8]), Ok(None));
        assert_eq!(packet(&[0xaa; 7]), Err(Malformed::TruncatedLlc));
        let cut = Data { body: &d.body[..20], ..d };
        assert_eq!(cut.subframes().collect::<Vec<_>>(), [Err(Malformed::TruncatedSubframePacket)]);
    }
}
