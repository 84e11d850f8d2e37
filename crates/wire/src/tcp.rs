//! TCP (RFC 9293) with its options.
use crate::anomaly::anomalies;
use crate::{Checksum, Fixed, IpProto, ip};
use std::fmt;

mod field {
    pub(super) const SRC: usize = 0;
    pub(super) const DST: usize = 2;
    pub(super) const SEQ: usize = 4;
    pub(super) const ACK: usize = 8;
    pub(super) const OFFSET: usize = 12;
    pub(super) const FLAGS: usize = 13;
    pub(super) const WINDOW: usize = 14;
    pub(super) const CHECKSUM: usize = 16;
    pub(super) const URGENT: usize = 18;
    pub(super) const END: usize = 20;
}

/// Length of a header without options.
pub const MIN_HEADER_LEN: usize = field::END;

anomalies! {
    /// Anomalies of a segment.
    pub enum Malformed from "TCP" {
        /// The IP header leaves no room for a TCP header, or the options do not fit.
        Truncated => "truncated_header",
        /// The header was not captured completely.
        TruncatedCapture => "internally_truncated_header",
        /// A header length of less than 20.
        HeaderLength => "bad_TCP_header_len",
        /// The checksum is wrong.
        Checksum => "bad_TCP_checksum",
    }
}

/// The control bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u8);

impl Flags {
    /// No more data from the sender.
    pub const FIN: Flags = Flags(0x01);
    /// Synchronizes sequence numbers.
    pub const SYN: Flags = Flags(0x02);
    /// The connection is reset.
    pub const RST: Flags = Flags(0x04);
    /// Deliver buffered data now.
    pub const PSH: Flags = Flags(0x08);
    /// The acknowledgment number is valid.
    pub const ACK: Flags = Flags(0x10);
    /// The urgent pointer is valid.
    pub const URG: Flags = Flags(0x20);
    /// Congestion was seen (RFC 3168).
    pub const ECE: Flags = Flags(0x40);
    /// The congestion window was reduced (RFC 3168).
    pub const CWR: Flags = Flags(0x80);

    /// True if all bits of `f` are set.
    #[inline]
    pub const fn has(self, f: Flags) -> bool {
        self.0 & f.0 == f.0
    }

    /// True if any bit of `f` is set.
    #[inline]
    pub const fn any(self, f: Flags) -> bool {
        self.0 & f.0 != 0
    }

    /// The bits of both.
    #[inline]
    pub const fn with(self, f: Flags) -> Flags {
        Flags(self.0 | f.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR"];
        let mut set = f.debug_set();
        for (i, name) in names.iter().enumerate() {
            if self.0 >> i & 1 == 1 {
                set.entry(&format_args!("{name}"));
            }
        }
        set.finish()
    }
}

/// A segment with a complete fixed header, which identifies its connection. [`body`](Self::body) parses the rest.
///
/// ```text
///  0       4       8               16                           31
/// +------------------------------+------------------------------+
/// |         source port          |       destination port       |
/// +------------------------------+------------------------------+
/// |                       sequence number                       |
/// |                    acknowledgment number                    |
/// +-------+-------+---------------+------------------------------+
/// |offset | resvd |     flags     |            window            |
/// +-------+-------+---------------+------------------------------+
/// |           checksum           |        urgent pointer        |
/// +------------------------------+------------------------------+
/// |                      options, padded …                      |
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    header: Fixed<'a, { field::END }>,
    rest: &'a [u8],
    /// Segment length by the IP header.
    len: usize,
}

/// The parts of a segment after the fixed header.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    /// The options.
    pub options: Options<'a>,
    /// The captured payload.
    pub payload: &'a [u8],
    /// Payload length by the IP header.
    pub payload_len: usize,
}

impl<'a> Segment<'a> {
    /// Parses a segment from `captured` bytes, padding included; `len` is its length by the IP header.
    ///
    /// If the IP packet has no payload (`len` 0), the padding is parsed as a header: it names a connection, but there
    /// is no body.
    #[inline]
    pub fn parse(captured: &'a [u8], len: usize) -> Result<Self, Malformed> {
        if len != 0 && len < MIN_HEADER_LEN {
            return Err(Malformed::Truncated);
        }
        let (header, rest) = Fixed::split(captured).ok_or(Malformed::TruncatedCapture)?;
        let rest = rest.get(..len.saturating_sub(MIN_HEADER_LEN)).unwrap_or(rest);
        Ok(Segment { header, rest, len })
    }

    /// Options and payload.
    #[inline]
    pub fn body(&self) -> Result<Body<'a>, Malformed> {
        let Some(options_len) = self.header_len().checked_sub(MIN_HEADER_LEN) else {
            return Err(Malformed::HeaderLength);
        };
        let payload_len = self.len.checked_sub(self.header_len()).ok_or(Malformed::Truncated)?;
        let (options, payload) = self.rest.split_at_checked(options_len).ok_or(Malformed::Truncated)?;
        Ok(Body { options: Options { rest: options }, payload, payload_len })
    }

    /// The source port.
    #[inline]
    pub fn src_port(&self) -> u16 {
        self.header.be16::<{ field::SRC }>()
    }

    /// The destination port.
    #[inline]
    pub fn dst_port(&self) -> u16 {
        self.header.be16::<{ field::DST }>()
    }

    /// The sequence number of the first byte, or of SYN.
    #[inline]
    pub fn seq(&self) -> u32 {
        self.header.be32::<{ field::SEQ }>()
    }

    /// The acknowledgment number: the next expected byte.
    #[inline]
    pub fn ack(&self) -> u32 {
        self.header.be32::<{ field::ACK }>()
    }

    /// Length of the header with options: 0 to 60.
    #[inline]
    pub fn header_len(&self) -> usize {
        usize::from(self.header.u8::<{ field::OFFSET }>() >> 4) * 4
    }

    /// The four reserved bits.
    #[inline]
    pub fn reserved(&self) -> u8 {
        self.header.u8::<{ field::OFFSET }>() & 0x0f
    }

    /// The control bits.
    #[inline]
    pub fn flags(&self) -> Flags {
        Flags(self.header.u8::<{ field::FLAGS }>())
    }

    /// The window field, unscaled.
    #[inline]
    pub fn window(&self) -> u16 {
        self.header.be16::<{ field::WINDOW }>()
    }

    /// The checksum field.
    #[inline]
    pub fn checksum_field(&self) -> u16 {
        self.header.be16::<{ field::CHECKSUM }>()
    }

    /// The urgent pointer.
    #[inline]
    pub fn urgent(&self) -> u16 {
        self.header.be16::<{ field::URGENT }>()
    }

    /// True if the segment was captured completely.
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.rest.len() + MIN_HEADER_LEN >= self.len
    }

    /// True if the checksum over the whole segment is valid. Only meaningful if [`is_whole`](Self::is_whole).
    #[inline]
    pub fn checksum_ok(&self, packet: &ip::Packet<'_>) -> bool {
        Checksum::pseudo(packet.src(), packet.dst(), IpProto::TCP, self.len as u32)
            .bytes(self.header.bytes())
            .bytes(self.rest)
            .is_intact()
    }
}

/// One option (RFC 9293, 3.2, and the list at <https://www.iana.org/assignments/tcp-parameters>).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TcpOption<'a> {
    /// The kind.
    pub kind: u8,
    /// The length byte, or 1 for the two kinds without one.
    pub len: u8,
    /// The bytes after kind and length.
    pub data: &'a [u8],
}

/// The meaning of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Meaning<'a> {
    /// End of the list.
    End,
    /// Padding.
    Nop,
    /// The largest segment that the sender accepts, in bytes.
    MaxSegment(u16),
    /// Shift count for the window field (RFC 7323).
    WindowScale(u8),
    /// Selective acknowledgments are permitted (RFC 2018).
    SackPermitted,
    /// Selectively acknowledged blocks (RFC 2018), 8 bytes each: the first sequence number and the one after the last.
    Sack(&'a [u8]),
    /// The sender's clock and the last clock received from the peer (RFC 7323).
    Timestamps {
        /// The sender's clock.
        value: u32,
        /// The peer's clock, echoed.
        echo: u32,
    },
    /// A response to a rate request (RFC 4782).
    QuickStart {
        /// The granted rate.
        rate: u8,
        /// The difference of the TTLs.
        ttl_diff: u8,
        /// The nonce that proves an honest receiver.
        nonce: u32,
    },
    /// How long data may stay unacknowledged (RFC 5482): in minutes if the top bit is set, otherwise in seconds.
    UserTimeout(u16),
    /// Authentication of the segment (RFC 5925): key identifiers and MAC.
    Authentication(&'a [u8]),
    /// A cookie, or a request for one (RFC 7413).
    FastOpen(&'a [u8]),
    /// An unsupported kind.
    Other,
}

anomalies! {
    /// An option with a length that its kind does not allow.
    pub enum BadOption from "TCP" {
        /// Maximum segment size.
        MaxSegment(len: u8) => "tcp_option_mss_invalid_len", "{len}",
        /// Window scale.
        WindowScale(len: u8) => "tcp_option_window_scale_invalid_len", "{len}",
        /// SACK permitted.
        SackPermitted(len: u8) => "tcp_option_sack_invalid_len", "{len}",
        /// SACK blocks.
        Sack(len: u8) => "tcp_option_sack_blocks_invalid_len", "{len}",
        /// Timestamps.
        Timestamps(len: u8) => "tcp_option_timestamps_invalid_len", "{len}",
        /// Quick-start response.
        QuickStart(len: u8) => "tcp_option_qsresponse_invalid_len", "{len}",
        /// User timeout.
        UserTimeout(len: u8) => "tcp_option_uto_invalid_len", "{len}",
        /// Authentication.
        Authentication(len: u8) => "tcp_option_ao_invalid_len", "{len}",
        /// Fast open.
        FastOpen(len: u8) => "tcp_option_tfo_invalid_len", "{len}",
    }
}

impl<'a> TcpOption<'a> {
    /// The option's meaning.
    pub fn meaning(&self) -> Result<Meaning<'a>, BadOption> {
        let (len, data) = (self.len, self.data);
        let fixed = Fixed::<8>::of(data);
        Ok(match self.kind {
            0 => Meaning::End,
            1 => Meaning::Nop,
            2 => Meaning::MaxSegment(u16::from_be_bytes(
                data.try_into().map_err(|_| BadOption::MaxSegment(len))?,
            )),
            3 => match data {
                [shift] => Meaning::WindowScale(*shift),
                _ => return Err(BadOption::WindowScale(len)),
            },
            4 if len == 2 => Meaning::SackPermitted,
            4 => return Err(BadOption::SackPermitted(len)),
            5 if matches!(len, 10 | 18 | 26 | 34) => Meaning::Sack(data),
            5 => return Err(BadOption::Sack(len)),
            8 => match fixed {
                Some(f) if len == 10 => Meaning::Timestamps { value: f.be32::<0>(), echo: f.be32::<4>() },
                _ => return Err(BadOption::Timestamps(len)),
            },
            27 => match Fixed::<6>::of(data) {
                Some(f) if len == 8 => {
                    Meaning::QuickStart { rate: f.u8::<0>(), ttl_diff: f.u8::<1>(), nonce: f.be32::<2>() }
                }
                _ => return Err(BadOption::QuickStart(len)),
            },
            28 => Meaning::UserTimeout(u16::from_be_bytes(
                data.try_into().map_err(|_| BadOption::UserTimeout(len))?,
            )),
            29 if len >= 4 => Meaning::Authentication(data),
            29 => return Err(BadOption::Authentication(len)),
            34 if len == 2 || (6..=18).contains(&len) => Meaning::FastOpen(data),
            34 => return Err(BadOption::FastOpen(len)),
            _ => Meaning::Other,
        })
    }
}

/// The options of a segment. Iteration ends after "end of options" and before the first malformed option;
/// [`leftover`](Self::leftover) then returns the remaining bytes.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    rest: &'a [u8],
}

impl<'a> Options<'a> {
    /// The options in these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Options { rest: bytes }
    }

    /// The bytes that were not parsed as options.
    pub fn leftover(&self) -> &'a [u8] {
        self.rest
    }

    /// The window shift of a SYN, if present.
    pub fn window_scale(mut self) -> Option<u8> {
        self.find_map(|o| match o.meaning() {
            Ok(Meaning::WindowScale(shift)) => Some(shift),
            _ => None,
        })
    }
}

impl<'a> Iterator for Options<'a> {
    type Item = TcpOption<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (&kind, after) = self.rest.split_first()?;
        if kind < 2 {
            self.rest = if kind == 0 { &[] } else { after };
            return Some(TcpOption { kind, len: 1, data: &[] });
        }
        let (&len, behind) = after.split_first()?;
        // A length of 1 does not cover the length byte itself: the next option is parsed from that byte on.
        let (data, after) = match len {
            0 => return None,
            1 => (&[][..], after),
            _ => behind.split_at_checked(usize::from(len) - 2)?,
        };
        self.rest = after;
        Some(TcpOption { kind, len, data })
    }
}

#[cfg(test)]
mod tests;
