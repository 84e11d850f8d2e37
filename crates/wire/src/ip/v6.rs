//! IPv6 (RFC 8200) with its chain of extension headers.
mod options;

use super::Fragment;
use crate::anomaly::anomalies;
use crate::{Checksum, Fixed, IpProto};
use net_types::Addr;
pub use options::{Ipv6Option, OptionTooLong, Options};

mod field {
    pub(super) const FLOW: usize = 0;
    pub(super) const LENGTH: usize = 4;
    pub(super) const NEXT: usize = 6;
    pub(super) const HOP_LIMIT: usize = 7;
    pub(super) const SRC: usize = 8;
    pub(super) const DST: usize = 24;
    pub(super) const END: usize = 40;
}

/// Length of the fixed header.
pub const FIXED_LEN: usize = field::END;

anomalies! {
    /// Anomalies of extension headers. The packet is still decoded.
    pub enum Oddity from "" {
        /// A second routing header; only the first is used.
        MultipleRouting => "multiple_routing_headers",
        /// A type 0 routing header whose length does not fit whole addresses.
        Routing0Length => "odd_routing0_len",
        /// A type 0 routing header, deprecated by RFC 5095.
        Routing0 => "routing0_hdr",
        /// A type 2 routing header without exactly one address.
        Routing2Length => "bad_routing2_len",
        /// A routing header of another type.
        UnknownRouting(kind: u8) => "unknown_routing_type", "{kind}",
        /// A destination option that does not fit its header.
        DestinationOption => "bad_ipv6_dest_opt_len",
        /// A second home address; the first is used.
        MultipleHomeAddress => "multiple_home_addr_opts",
        /// A home address that is not 16 bytes long.
        HomeAddressLength => "bad_home_addr_len",
    }
}

/// The fixed header with all extension headers that were captured completely.
///
/// ```text
///  0       4               12                                   31
/// +-------+---------------+--------------------------------------+
/// |version| traffic class |              flow label              |
/// +-------+---------------+------+---------------+---------------+
/// |        payload length        |  next header  |   hop limit   |
/// +------------------------------+---------------+---------------+
/// |                    source address, 16 bytes                  |
/// |                 destination address, 16 bytes                |
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Headers<'a> {
    fixed: Fixed<'a, { field::END }>,
    /// All captured bytes after the fixed header.
    rest: &'a [u8],
    /// Length of the extension headers.
    extensions_len: usize,
    last: IpProto,
    next: IpProto,
    /// True if a routing header or destination options may change the addresses or contain anomalies.
    examine: bool,
}

impl<'a> Headers<'a> {
    /// Walks the headers. The chain ends before a truncated header, after a fragment, ESP or mobility header, and
    /// before a payload.
    #[inline]
    pub fn of(bytes: &'a [u8]) -> Option<Self> {
        let (fixed, rest) = Fixed::<{ field::END }>::split(bytes)?;
        let first = IpProto(fixed.u8::<{ field::NEXT }>());
        let mut h =
            Headers { fixed, rest, extensions_len: 0, last: IpProto::IPV6, next: first, examine: false };
        if is_extension(first) {
            for e in h.extensions() {
                h.extensions_len += e.bytes.len();
                h.last = e.kind;
                h.next = e.next();
                h.examine |= matches!(e.kind, IpProto::ROUTING | IpProto::DSTOPTS);
            }
        }
        Some(h)
    }

    /// Length of all headers.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "headers are never empty")]
    pub fn len(&self) -> usize {
        FIXED_LEN + self.extensions_len
    }

    /// Length of headers and payload, by the payload length field.
    #[inline]
    pub fn total_len(&self) -> usize {
        FIXED_LEN + usize::from(self.payload_len_field())
    }

    /// The payload length field: bytes after the fixed header.
    #[inline]
    pub fn payload_len_field(&self) -> u16 {
        self.fixed.be16::<{ field::LENGTH }>()
    }

    /// The traffic class: DSCP and ECN.
    #[inline]
    pub fn traffic_class(&self) -> u8 {
        (self.fixed.be16::<{ field::FLOW }>() >> 4) as u8
    }

    /// The flow label, 20 bits.
    #[inline]
    pub fn flow_label(&self) -> u32 {
        self.fixed.be32::<{ field::FLOW }>() & 0x000f_ffff
    }

    /// The fixed header's next-header field.
    #[inline]
    pub fn first_next(&self) -> IpProto {
        IpProto(self.fixed.u8::<{ field::NEXT }>())
    }

    /// The type of the last header; [`IpProto::IPV6`] if only the fixed one exists.
    #[inline]
    pub fn last(&self) -> IpProto {
        self.last
    }

    /// The next-header field of the last header.
    #[inline]
    pub fn next(&self) -> IpProto {
        self.next
    }

    /// The hop limit.
    #[inline]
    pub fn hop_limit(&self) -> u8 {
        self.fixed.u8::<{ field::HOP_LIMIT }>()
    }

    /// The source address of the fixed header.
    #[inline]
    pub fn src(&self) -> Addr {
        Addr::v6(self.fixed.array::<{ field::SRC }, 16>())
    }

    /// The destination address of the fixed header.
    #[inline]
    pub fn dst(&self) -> Addr {
        Addr::v6(self.fixed.array::<{ field::DST }, 16>())
    }

    /// The home address of a mobile source (RFC 6275, 6.3), or the source in the fixed header.
    #[inline]
    pub fn effective_src(&self) -> Addr {
        if self.examine { self.examined().home.unwrap_or(self.src()) } else { self.src() }
    }

    /// The final address of the first routing header if it has segments left, or the destination in the fixed header.
    #[inline]
    pub fn effective_dst(&self) -> Addr {
        if self.examine { self.examined().last_hop.unwrap_or(self.dst()) } else { self.dst() }
    }

    /// The extension headers, in order.
    pub fn extensions(&self) -> Extensions<'a> {
        Extensions { rest: self.rest, next: self.first_next(), whole: self.rest.len() + FIXED_LEN }
    }

    /// The fragment position, if the last header is a fragment header.
    #[inline]
    pub fn fragment(&self) -> Option<Fragment> {
        if self.last != IpProto::FRAGMENT {
            return None;
        }
        self.extensions().last().and_then(|e| e.fragment())
    }

    /// Calls `odd` with each anomaly of routing headers and destination options, in order.
    pub fn oddities(&self, mut odd: impl FnMut(Oddity)) {
        if self.examine {
            self.examine(&mut odd);
        }
    }

    fn examined(&self) -> Examined {
        self.examine(&mut |_| ())
    }

    #[cold]
    fn examine(&self, odd: &mut dyn FnMut(Oddity)) -> Examined {
        let mut seen = Examined::default();
        for e in self.extensions() {
            match e.kind {
                IpProto::ROUTING => seen.routing(e, odd),
                IpProto::DSTOPTS => seen.options(e, odd),
                _ => (),
            }
        }
        seen
    }

    /// True if the trailing mobility header has a valid checksum (RFC 6275, 6.1.1), or the packet has none.
    pub fn mobility_checksum_ok(&self) -> bool {
        let Some(m) = self.extensions().last().filter(|e| e.kind == IpProto::MOBILITY) else { return true };
        Checksum::pseudo(self.effective_src(), self.effective_dst(), IpProto::MOBILITY, m.bytes.len() as u32)
            .bytes(m.bytes)
            .is_intact()
    }
}

/// The addresses that routing headers and destination options specify.
#[derive(Default)]
struct Examined {
    home: Option<Addr>,
    last_hop: Option<Addr>,
}

impl Examined {
    /// Home address (RFC 6275, 6.3).
    const HOME_ADDRESS: u8 = 201;

    /// RFC 8200, 4.4: type and segments left are bytes 2 and 3. For all supported types the last 16 bytes are the final
    /// address.
    fn routing(&mut self, e: Extension<'_>, odd: &mut dyn FnMut(Oddity)) {
        if self.last_hop.is_some() {
            return odd(Oddity::MultipleRouting);
        }
        let Some(header) = Fixed::<4>::of(e.bytes) else { return };
        let (len, kind, segments_left) = (header.u8::<1>(), header.u8::<2>(), header.u8::<3>());
        let last = e.bytes.last_chunk::<16>().copied().map(Addr::v6);
        match kind {
            0 => {
                if segments_left > 0 && len >= 2 {
                    if len % 2 == 0 {
                        self.last_hop = last;
                    } else {
                        odd(Oddity::Routing0Length);
                    }
                }
                odd(Oddity::Routing0);
            }
            2 if segments_left > 0 => {
                if len == 2 {
                    self.last_hop = last;
                } else {
                    odd(Oddity::Routing2Length);
                }
            }
            2 => (),
            _ => odd(Oddity::UnknownRouting(kind)),
        }
    }

    fn options(&mut self, e: Extension<'_>, odd: &mut dyn FnMut(Oddity)) {
        for o in e.options() {
            let Ok(o) = o else { return odd(Oddity::DestinationOption) };
            if o.kind != Self::HOME_ADDRESS {
                continue;
            }
            match (<[u8; 16]>::try_from(o.data), self.home) {
                (Ok(_), Some(_)) => odd(Oddity::MultipleHomeAddress),
                (Ok(a), None) => self.home = Some(Addr::v6(a)),
                (Err(_), _) => odd(Oddity::HomeAddressLength),
            }
        }
    }
}

/// True for the number of an extension header.
#[inline]
pub const fn is_extension(p: IpProto) -> bool {
    matches!(
        p,
        IpProto::HOPOPTS
            | IpProto::ROUTING
            | IpProto::DSTOPTS
            | IpProto::FRAGMENT
            | IpProto::AH
            | IpProto::ESP
            | IpProto::MOBILITY
    )
}

/// One complete extension header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extension<'a> {
    /// The type.
    pub kind: IpProto,
    /// The bytes, from the next-header field on. At least eight; for ESP the eight before the encrypted part.
    pub bytes: &'a [u8],
}

impl<'a> Extension<'a> {
    /// The type of the following header; [`IpProto::NONE`] after ESP, which encrypts it.
    pub fn next(&self) -> IpProto {
        match self.kind {
            IpProto::ESP => IpProto::NONE,
            _ => self.bytes.first().map_or(IpProto::NONE, |&b| IpProto(b)),
        }
    }

    /// The options of a hop-by-hop or destination options header (RFC 8200, 4.2).
    pub fn options(&self) -> Options<'a> {
        Options::of(self.bytes.get(2..).unwrap_or(&[]))
    }

    /// The content of a fragment header (RFC 8200, 4.5).
    ///
    /// ```text
    ///  0               8               16                       29  31
    /// +---------------+---------------+-------------------------+--+-+
    /// |  next header  |   reserved    |     fragment offset     |  |M|
    /// +---------------+---------------+-------------------------+--+-+
    /// |                        identification                        |
    /// +--------------------------------------------------------------+
    /// ```
    pub fn fragment(&self) -> Option<Fragment> {
        let h = Fixed::<8>::of(self.bytes).filter(|_| self.kind == IpProto::FRAGMENT)?;
        let field = h.be16::<2>();
        Some(Fragment { id: h.be32::<4>(), offset: field & 0xfff8, more: field & 1 == 1 })
    }
}

/// The chain of extension headers after a fixed header.
#[derive(Clone, Debug)]
pub struct Extensions<'a> {
    rest: &'a [u8],
    next: IpProto,
    /// Captured length from the fixed header on.
    whole: usize,
}

impl<'a> Extensions<'a> {
    /// Offset of the next header from the start of the fixed header.
    pub fn offset(&self) -> usize {
        self.whole - self.rest.len()
    }
}

impl<'a> Iterator for Extensions<'a> {
    type Item = Extension<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let kind = self.next;
        if !is_extension(kind) {
            return None;
        }
        let len_field = usize::from(*self.rest.get(1)?);
        let len = match kind {
            IpProto::FRAGMENT | IpProto::ESP => 8,
            IpProto::AH => 8 + 4 * len_field,
            _ => 8 + 8 * len_field,
        };
        let (bytes, rest) = self.rest.split_at_checked(len)?;
        let e = Extension { kind, bytes };
        self.rest = rest;
        self.next = match kind {
            IpProto::FRAGMENT | IpProto::ESP | IpProto::MOBILITY => IpProto::NONE,
            _ => e.next(),
        };
        Some(e)
    }
}
