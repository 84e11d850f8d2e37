//! Linux's netfilter log: a list of typed values, one of which contains the packet.
use crate::Fixed;
use crate::anomaly::anomalies;

anomalies! {
    /// Anomalies of a record.
    pub enum Malformed from "NFLOG" {
        /// The family, version and resource fields are incomplete, or nothing follows them.
        Truncated => "truncated_nflog_header",
        /// A version other than 0.
        UnknownVersion => "unknown_nflog_version",
        /// No value contains a packet.
        NoPayload => "nflog_no_pcap_payload",
        /// A value's length is less than its four-byte header.
        ShortLength => "nflog_bad_tlv_len",
        /// A value with its padding is longer than the remaining bytes.
        LongLength(skip: usize, left: usize) => "nflog_bad_tlv_len", "({skip} > {left})",
    }
}

/// The type of the value that contains the packet (`NFULA_PAYLOAD`).
const PAYLOAD: u16 = 9;

/// A record with its packet (<https://www.tcpdump.org/linktypes/LINKTYPE_NFLOG.html>).
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The address family, as Linux numbers them: 2 is IPv4, 10 is IPv6.
    pub family: u8,
    /// The packet.
    pub payload: &'a [u8],
}

impl<'a> Record<'a> {
    /// Walks the values up to the packet. Lengths and types are read as little-endian, the order of most capturing
    /// hosts.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let Some((header, mut rest)) = Fixed::<4>::split(bytes) else { return Err(Malformed::Truncated) };
        if rest.is_empty() {
            return Err(Malformed::Truncated);
        }
        if header.u8::<1>() != 0 {
            return Err(Malformed::UnknownVersion);
        }
        loop {
            let (tlv, value) = match Fixed::<4>::split(rest) {
                Some((tlv, value)) if !value.is_empty() => (tlv, value),
                _ => return Err(Malformed::NoPayload),
            };
            if tlv.le16::<2>() == PAYLOAD {
                return Ok(Record { family: header.u8::<0>(), payload: value });
            }
            let len = usize::from(tlv.le16::<0>());
            if len < 4 {
                return Err(Malformed::ShortLength);
            }
            let skip = len.next_multiple_of(4);
            rest = rest.get(skip..).ok_or(Malformed::LongLength(skip, rest.len()))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Anomaly;

    #[test]
    fn values_before_the_packet_are_passed_over() {
        let b = [2, 0, 0, 0, 5, 0, 1, 0, 7, 0, 0, 0, 6, 0, 9, 0, 0x45, 0];
        let r = Record::parse(&b).unwrap();
        assert_eq!((r.family, r.payload), (2, &[0x45, 0][..]));
    }

    #[test]
    fn what_can_be_wrong() {
        let check = |bytes: &[u8], expected| assert_eq!(Record::parse(bytes).unwrap_err(), expected);
        check(&[2, 0, 0, 0], Malformed::Truncated);
        check(&[2, 1, 0, 0, 9], Malformed::UnknownVersion);
        check(&[2, 0, 0, 0, 4, 0, 1, 0], Malformed::NoPayload);
        check(&[2, 0, 0, 0, 3, 0, 1, 0, 1], Malformed::ShortLength);
        check(&[2, 0, 0, 0, 9, 0, 1, 0, 1], Malformed::LongLength(12, 5));
        let mut addl = String::new();
        Malformed::LongLength(12, 5).addl(&mut addl).unwrap();
        assert_eq!(addl, "(12 > 5)");
    }
}
