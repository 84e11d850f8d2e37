//! ICMP (RFC 792), and the parts it shares with ICMPv6 (RFC 4443).
use crate::anomaly::anomalies;
use crate::{Checksum, Fixed, IpProto, ip};
use net_types::{Addr, TransportProto};

mod field {
    pub(super) const TYPE: usize = 0;
    pub(super) const CODE: usize = 1;
    pub(super) const CHECKSUM: usize = 2;
    pub(super) const REST: usize = 4;
    pub(super) const END: usize = 8;
}

/// Length of the header, including the four bytes whose use depends on the type.
pub const HEADER_LEN: usize = field::END;

/// Types of ICMP messages (<https://www.iana.org/assignments/icmp-parameters>).
pub mod kind {
    /// Echo reply.
    pub const ECHO_REPLY: u8 = 0;
    /// Destination unreachable.
    pub const UNREACHABLE: u8 = 3;
    /// Echo request.
    pub const ECHO: u8 = 8;
    /// Router advertisement.
    pub const ROUTER_ADVERTISEMENT: u8 = 9;
    /// Router solicitation.
    pub const ROUTER_SOLICITATION: u8 = 10;
    /// Time exceeded.
    pub const TIME_EXCEEDED: u8 = 11;
    /// Timestamp request.
    pub const TIMESTAMP: u8 = 13;
    /// Timestamp reply.
    pub const TIMESTAMP_REPLY: u8 = 14;
    /// Information request.
    pub const INFORMATION: u8 = 15;
    /// Information reply.
    pub const INFORMATION_REPLY: u8 = 16;
    /// Address mask request.
    pub const MASK: u8 = 17;
    /// Address mask reply.
    pub const MASK_REPLY: u8 = 18;
}

anomalies! {
    /// Anomalies of a message.
    pub enum Malformed from "ICMP" {
        /// The IP header leaves no room for an ICMP header.
        Truncated => "truncated_header",
        /// The header was not captured completely.
        TruncatedCapture => "internally_truncated_header",
        /// The checksum is wrong.
        Checksum => "bad_ICMP_checksum",
        /// A router advertisement without room for options.
        RouterAdvertisement(at: usize, len: usize) => "icmp6_ra_bad_opt_offset", "{at} (length {len})",
        /// A neighbor advertisement without room for options.
        NeighborAdvertisement(at: usize, len: usize) => "icmp6_na_bad_opt_offset", "{at} (length {len})",
        /// A neighbor solicitation without room for options.
        NeighborSolicitation(at: usize, len: usize) => "icmp6_ns_bad_opt_offset", "{at} (length {len})",
        /// A redirect without room for options.
        Redirect(at: usize, len: usize) => "icmp6_redirect_bad_opt_offset", "{at} (length {len})",
    }
}

/// The type that answers another type. It serves as the other side's "port", so that request and reply form one flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counterpart {
    /// The answering type, or the code if the type has no answer.
    pub port: u8,
    /// True if the type has no answer.
    pub one_way: bool,
}

impl Counterpart {
    pub(crate) const fn answered_by(port: u8) -> Self {
        Counterpart { port, one_way: false }
    }

    /// The counterpart of an ICMP message (IPv4).
    pub const fn of(kind: u8, code: u8) -> Self {
        match kind {
            kind::ECHO => Self::answered_by(kind::ECHO_REPLY),
            kind::ECHO_REPLY => Self::answered_by(kind::ECHO),
            kind::TIMESTAMP => Self::answered_by(kind::TIMESTAMP_REPLY),
            kind::TIMESTAMP_REPLY => Self::answered_by(kind::TIMESTAMP),
            kind::INFORMATION => Self::answered_by(kind::INFORMATION_REPLY),
            kind::INFORMATION_REPLY => Self::answered_by(kind::INFORMATION),
            kind::ROUTER_SOLICITATION => Self::answered_by(kind::ROUTER_ADVERTISEMENT),
            kind::ROUTER_ADVERTISEMENT => Self::answered_by(kind::ROUTER_SOLICITATION),
            kind::MASK => Self::answered_by(kind::MASK_REPLY),
            kind::MASK_REPLY => Self::answered_by(kind::MASK),
            _ => Counterpart { port: code, one_way: true },
        }
    }
}

/// A message of either version: type, code, checksum, four bytes that depend on the type, and a body.
///
/// ```text
///  0       8       16                              31
/// +-------+-------+--------------------------------+
/// | type  | code  |            checksum            |
/// +-------+-------+--------------------------------+
/// |    by type: identifier and sequence number …   |
/// +------------------------------------------------+
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    header: Fixed<'a, { field::END }>,
    body: &'a [u8],
}

impl<'a> Message<'a> {
    /// Parses a message from `captured` bytes, padding included. `len` is its length by the IP header, or 0 if unknown.
    #[inline]
    pub fn parse(captured: &'a [u8], len: usize) -> Result<Self, Malformed> {
        if len != 0 && len < HEADER_LEN {
            return Err(Malformed::Truncated);
        }
        let (header, rest) = Fixed::split(captured).ok_or(Malformed::TruncatedCapture)?;
        let body = if len == 0 { rest } else { rest.get(..len - HEADER_LEN).unwrap_or(rest) };
        Ok(Message { header, body })
    }

    /// The type.
    #[inline]
    pub fn kind(&self) -> u8 {
        self.header.u8::<{ field::TYPE }>()
    }

    /// The code, whose meaning depends on the type.
    #[inline]
    pub fn code(&self) -> u8 {
        self.header.u8::<{ field::CODE }>()
    }

    /// The checksum field.
    #[inline]
    pub fn checksum_field(&self) -> u16 {
        self.header.be16::<{ field::CHECKSUM }>()
    }

    /// The four bytes after the checksum.
    #[inline]
    pub fn by_type(&self) -> [u8; 4] {
        self.header.array::<{ field::REST }, 4>()
    }

    /// Identifier and sequence number of an echo.
    #[inline]
    pub fn echo(&self) -> (u16, u16) {
        (self.header.be16::<{ field::REST }>(), self.header.be16::<{ field::REST + 2 }>())
    }

    /// The captured bytes after the header.
    #[inline]
    pub fn body(&self) -> &'a [u8] {
        self.body
    }

    /// True if the checksum over the whole message is valid; ICMPv6 includes a pseudo header (RFC 4443, 2.3).
    #[inline]
    pub fn checksum_ok(&self, packet: &ip::Packet<'_>) -> bool {
        let len = (HEADER_LEN + self.body.len()) as u32;
        let start = if packet.proto() == IpProto::ICMPV6 {
            Checksum::pseudo(packet.src(), packet.dst(), IpProto::ICMPV6, len)
        } else {
            Checksum::new()
        };
        start.bytes(self.header.bytes()).bytes(self.body).is_intact()
    }
}

/// The packet that an error message quotes, possibly truncated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The source; `::` if the quote is shorter than an IP header.
    pub src: Addr,
    /// The destination.
    pub dst: Addr,
    /// Source port, or the type of a quoted ICMP message.
    pub src_port: u16,
    /// Destination port, or the counterpart of that type.
    pub dst_port: u16,
    /// The transport of the ports.
    pub transport: TransportProto,
    /// The quoted packet's length by its header.
    pub len: u32,
    /// The fragment offset in bytes.
    pub frag_offset: u16,
    /// True if the quote ends before both ports.
    pub bad_header_len: bool,
    /// True if the quoted IPv4 header's checksum is wrong.
    pub bad_checksum: bool,
    /// The "more fragments" bit.
    pub more_fragments: bool,
    /// The "don't fragment" bit.
    pub dont_fragment: bool,
}

impl Context {
    const NOTHING: Context = Context {
        src: Addr::UNSPECIFIED,
        dst: Addr::UNSPECIFIED,
        src_port: 0,
        dst_port: 0,
        transport: TransportProto::Unknown,
        len: 0,
        frag_offset: 0,
        bad_header_len: true,
        bad_checksum: false,
        more_fragments: false,
        dont_fragment: false,
    };

    /// Parses the packet that an ICMP error quotes.
    pub fn v4(quote: &[u8]) -> Self {
        let Some(h) = ip::v4::Header::of(quote) else { return Self::NOTHING };
        let mut c = Context {
            src: h.src(),
            dst: h.dst(),
            len: h.total_len().into(),
            frag_offset: h.fragment_offset(),
            bad_header_len: false,
            more_fragments: h.more_fragments(),
            dont_fragment: h.dont_fragment(),
            ..Self::NOTHING
        };
        if h.header_len() <= quote.len() {
            c.bad_checksum = !h.checksum_ok(quote);
        }
        c.transport(h.proto(), quote.get(h.header_len()..), Counterpart::of);
        c
    }

    /// Parses the packet that an ICMPv6 error quotes.
    pub fn v6(quote: &[u8]) -> Self {
        let Some(h) = ip::v6::Headers::of(quote) else { return Self::NOTHING };
        let fragment = h.fragment();
        let mut c = Context {
            src: h.effective_src(),
            dst: h.effective_dst(),
            len: h.total_len() as u32,
            frag_offset: fragment.map_or(0, |f| f.offset),
            bad_header_len: false,
            more_fragments: fragment.is_some_and(|f| f.more),
            ..Self::NOTHING
        };
        c.transport(h.next(), quote.get(h.len()..), crate::icmpv6::counterpart);
        c
    }

    fn transport(&mut self, proto: IpProto, quoted: Option<&[u8]>, counterpart: fn(u8, u8) -> Counterpart) {
        let Some(ports) = quoted.and_then(Fixed::<4>::of) else {
            self.bad_header_len = true;
            return;
        };
        (self.transport, self.src_port, self.dst_port) = match proto {
            IpProto::TCP => (TransportProto::Tcp, ports.be16::<0>(), ports.be16::<2>()),
            IpProto::UDP => (TransportProto::Udp, ports.be16::<0>(), ports.be16::<2>()),
            // Scripts expect the type of a quoted message in the upper half of its "port".
            IpProto::ICMP | IpProto::ICMPV6 => {
                let answer = counterpart(ports.u8::<0>(), ports.u8::<1>());
                (
                    TransportProto::Icmp,
                    u16::from(ports.u8::<0>()).swap_bytes(),
                    u16::from(answer.port).swap_bytes(),
                )
            }
            _ => (TransportProto::Unknown, 0, 0),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_bounded_by_ip() {
        let b = [8, 0, 0xf7, 0xfd, 0, 1, 0, 1, 0, 0, 0, 0];
        let m = Message::parse(&b, 10).unwrap();
        assert_eq!((m.kind(), m.code(), m.echo(), m.body()), (8, 0, (1, 1), &[0, 0][..]));
        assert_eq!(Message::parse(&b, 0).unwrap().body().len(), 4);
        assert_eq!(Message::parse(&b, 7).unwrap_err(), Malformed::Truncated);
        assert_eq!(Message::parse(&b[..7], 10).unwrap_err(), Malformed::TruncatedCapture);
    }

    #[test]
    fn checksums_of_both_versions() {
        let echo = [8, 0, 0xf7, 0xfd, 0, 1, 0, 1];
        let four = [&b"\x45\0\0\x1c\0\0\0\0\x40\x01\0\0\x0a\0\0\x01\x0a\0\0\x02"[..], &echo].concat();
        let six = [&[0x60, 0, 0, 0, 0, 8, 58, 64][..], &[1; 16], &[2; 16], &echo].concat();
        for (bytes, expected) in [(&four, true), (&six, false)] {
            let p = ip::Packet::parse(bytes, bytes.len(), false).unwrap();
            assert_eq!(Message::parse(p.captured(), p.payload_len()).unwrap().checksum_ok(&p), expected);
        }
    }

    #[test]
    fn counterparts() {
        assert_eq!(Counterpart::of(8, 0), Counterpart { port: 0, one_way: false });
        assert_eq!(Counterpart::of(3, 1), Counterpart { port: 1, one_way: true });
    }

    #[test]
    fn a_quoted_packet() {
        let quote = b"\x45\0\0\x1c\0\0\x40\0\x40\x11\0\0\x0a\0\0\x01\x0a\0\0\x02\x04\0\0\x35\0\x08\0\0";
        let c = Context::v4(quote);
        assert_eq!((c.src_port, c.dst_port, c.transport), (1024, 53, TransportProto::Udp));
        assert_eq!((c.len, c.dont_fragment, c.bad_header_len, c.bad_checksum), (28, true, false, true));
        let cut = Context::v4(&quote[..23]);
        assert_eq!((cut.src.to_string(), cut.src_port, cut.bad_header_len), ("10.0.0.1".into(), 0, true));
        assert_eq!(Context::v4(&quote[..19]), Context::NOTHING);
    }

    #[test]
    fn a_quoted_v6_packet() {
        let quote = [&[0x60, 0, 0, 0, 0, 8, 6, 64][..], &[1; 16], &[2; 16], &[0, 80, 0, 81]].concat();
        let c = Context::v6(&quote);
        assert_eq!((c.src_port, c.dst_port, c.transport, c.len), (80, 81, TransportProto::Tcp, 48));
        assert_eq!(Context::v6(&quote[..39]), Context::NOTHING);
    }
}
