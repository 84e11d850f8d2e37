//! The Internet Protocol: both versions as one packet type, with the properties that upper layers need.
use crate::IpProto;
use crate::anomaly::anomalies;
use net_types::Addr;

pub mod v4;
pub mod v6;

anomalies! {
    /// Anomalies of a packet.
    pub enum Malformed from "IP" {
        /// The fixed header is incomplete.
        Truncated => "truncated_IP",
        /// A version that is neither 4 nor 6.
        UnknownVersion => "unknown_ip_version",
        /// A total length of 0, as left by segmentation offloading.
        ZeroLength => "ip_hdr_len_zero",
        /// The frame was shorter on the wire than the packet's length field says.
        TruncatedLength => "truncated_IP_len",
        /// Headers longer than the whole packet.
        HeaderSize => "invalid_IP_header_size",
        /// Headers longer than the captured bytes.
        TruncatedHeader => "internally_truncated_header",
        /// An IPv4 header length of less than 20.
        MinHeaderSize => "IPv4_min_header_size",
        /// The header's checksum is wrong.
        Checksum => "bad_IP_checksum",
        /// A fragment whose end was not captured; it cannot be reassembled.
        IncompleteFragment => "incompletely_captured_fragment",
        /// A mobility header whose checksum is wrong.
        MobilityChecksum => "bad_MH_checksum",
        /// A payload follows a mobility header.
        MobilityPiggyback => "mobility_piggyback",
        /// Nothing follows the IPv6 headers, and the packet is not a Teredo bubble.
        NoNext => "ipv6_no_next",
    }
}

/// The header of either version.
#[derive(Clone, Copy, Debug)]
pub enum Header<'a> {
    /// IPv4.
    V4(v4::Header<'a>),
    /// IPv6 with its extension headers.
    V6(v6::Headers<'a>),
}

/// The position of a fragment in its datagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    /// The identification that all fragments of a packet share (16 bits in IPv4).
    pub id: u32,
    /// Bytes from the start of the fragmentable part.
    pub offset: u16,
    /// True if more fragments follow.
    pub more: bool,
}

/// A packet whose lengths are checked against each other and against the capture.
///
/// [`captured`](Self::captured) are the captured bytes after the headers, link padding included;
/// [`payload_len`](Self::payload_len) is the length that the header declares. A snap length makes the former shorter,
/// padding makes it longer.
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    header: Header<'a>,
    bytes: &'a [u8],
    header_len: usize,
    total_len: usize,
    proto: IpProto,
    zero_len: bool,
}

impl<'a> Packet<'a> {
    /// Parses a packet from captured `bytes`; on the wire the frame had `wire_len` bytes from the IP header on.
    ///
    /// A total length of 0 is reported as [`Malformed::ZeroLength`]. With `accept_zero_len` the captured bytes count
    /// instead, and [`is_zero_len`](Self::is_zero_len) is true.
    ///
    /// ```
    /// use wire::ip::{Malformed, Packet};
    /// let icmp = b"\x45\0\0\x1c\0\x01\0\0\x40\x01\0\0\x0a\0\0\x01\x0a\0\0\x02\x08\0\xf7\xff\0\0\0\0";
    /// let p = Packet::parse(icmp, icmp.len(), false).unwrap();
    /// assert_eq!((p.src().to_string().as_str(), p.payload_len()), ("10.0.0.1", 8));
    /// assert_eq!(Packet::parse(&icmp[..19], 19, false).unwrap_err(), Malformed::Truncated);
    /// ```
    // A packet is large to copy.
    #[inline(always)]
    pub fn parse(bytes: &'a [u8], wire_len: usize, accept_zero_len: bool) -> Result<Self, Malformed> {
        // The first check serves both versions: an IPv6 packet, too, has at least the length of an IPv4 header.
        let Some(header) = v4::Header::of(bytes) else { return Err(Malformed::Truncated) };
        match header.version() {
            4 => {
                let (header_len, mut total_len) = (header.header_len(), usize::from(header.total_len()));
                let zero_len = total_len == 0;
                if zero_len {
                    if !accept_zero_len {
                        return Err(Malformed::ZeroLength);
                    }
                    total_len = bytes.len();
                }
                Self::check_lengths(bytes, wire_len, header_len, total_len)?;
                if header_len < v4::MIN_HEADER_LEN {
                    return Err(Malformed::MinHeaderSize);
                }
                let (proto, header) = (header.proto(), Header::V4(header));
                Ok(Packet { header, bytes, header_len, total_len, proto, zero_len })
            }
            6 => {
                let headers = v6::Headers::of(bytes).ok_or(Malformed::Truncated)?;
                let (header_len, total_len) = (headers.len(), headers.total_len());
                Self::check_lengths(bytes, wire_len, header_len, total_len)?;
                let (proto, header) = (headers.next(), Header::V6(headers));
                Ok(Packet { header, bytes, header_len, total_len, proto, zero_len: false })
            }
            _ => Err(Malformed::UnknownVersion),
        }
    }

    #[inline]
    fn check_lengths(bytes: &[u8], wire_len: usize, header: usize, total: usize) -> Result<(), Malformed> {
        if wire_len < total {
            return Err(Malformed::TruncatedLength);
        }
        if header > total {
            return Err(Malformed::HeaderSize);
        }
        if header > bytes.len() {
            return Err(Malformed::TruncatedHeader);
        }
        Ok(())
    }

    /// The header.
    #[inline]
    pub fn header(&self) -> &Header<'a> {
        &self.header
    }

    /// True for IPv4.
    #[inline]
    pub fn is_v4(&self) -> bool {
        matches!(self.header, Header::V4(_))
    }

    /// The source; for IPv6 the home address if a destination option has one (RFC 6275, 6.3).
    #[inline]
    pub fn src(&self) -> Addr {
        match &self.header {
            Header::V4(h) => h.src(),
            Header::V6(h) => h.effective_src(),
        }
    }

    /// The destination; for IPv6 the final one of a routing header with segments left.
    #[inline]
    pub fn dst(&self) -> Addr {
        match &self.header {
            Header::V4(h) => h.dst(),
            Header::V6(h) => h.effective_dst(),
        }
    }

    /// The source in the fixed header.
    #[inline]
    pub fn header_src(&self) -> Addr {
        match &self.header {
            Header::V4(h) => h.src(),
            Header::V6(h) => h.src(),
        }
    }

    /// Length of all headers in bytes, options and extension headers included.
    #[inline]
    pub fn header_len(&self) -> usize {
        self.header_len
    }

    /// Length of headers and payload by the header, or the captured length if the header's total length is 0.
    #[inline]
    pub fn total_len(&self) -> usize {
        self.total_len
    }

    /// True if the header's total length is 0 and the captured length is used.
    #[inline]
    pub fn is_zero_len(&self) -> bool {
        self.zero_len
    }

    /// Payload length by the header.
    #[inline]
    pub fn payload_len(&self) -> usize {
        self.total_len - self.header_len
    }

    /// The protocol of the payload; for IPv6 the next-header field of the last extension header.
    #[inline]
    pub fn proto(&self) -> IpProto {
        self.proto
    }

    /// The type of the last IPv6 header, [`IpProto::RAW`] for IPv4.
    pub fn last_header(&self) -> IpProto {
        match &self.header {
            Header::V4(_) => IpProto::RAW,
            Header::V6(h) => h.last(),
        }
    }

    /// IPv4's time to live, IPv6's hop limit.
    #[inline]
    pub fn ttl(&self) -> u8 {
        match &self.header {
            Header::V4(h) => h.ttl(),
            Header::V6(h) => h.hop_limit(),
        }
    }

    /// IPv6's flow label; 0 for IPv4.
    #[inline]
    pub fn flow_label(&self) -> u32 {
        match &self.header {
            Header::V4(_) => 0,
            Header::V6(h) => h.flow_label(),
        }
    }

    /// The fragment position, if the packet is a fragment.
    #[inline]
    pub fn fragment(&self) -> Option<Fragment> {
        match &self.header {
            Header::V4(h) => h.fragment(),
            Header::V6(h) => h.fragment(),
        }
    }

    /// True if the header's checksum is valid. IPv6 has none.
    #[inline]
    pub fn checksum_ok(&self) -> bool {
        match &self.header {
            Header::V4(h) => h.checksum_ok(self.bytes),
            Header::V6(_) => true,
        }
    }

    /// The captured bytes from the first header on, padding included.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The headers' bytes.
    #[inline]
    pub fn header_bytes(&self) -> &'a [u8] {
        self.bytes.get(..self.header_len).unwrap_or(self.bytes)
    }

    /// The captured bytes after the headers, padding included.
    #[inline]
    pub fn captured(&self) -> &'a [u8] {
        self.bytes.get(self.header_len..).unwrap_or(&[])
    }

    /// The captured payload without padding.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        let captured = self.captured();
        captured.get(..self.payload_len()).unwrap_or(captured)
    }
}

#[cfg(test)]
mod tests;
