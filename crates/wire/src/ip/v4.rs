//! IPv4 (RFC 791).
use super::Fragment;
use crate::{Checksum, Fixed, IpProto};
use net_types::Addr;

mod field {
    pub(super) const VERSION_IHL: usize = 0;
    pub(super) const TOS: usize = 1;
    pub(super) const LENGTH: usize = 2;
    pub(super) const ID: usize = 4;
    pub(super) const FRAGMENT: usize = 6;
    pub(super) const TTL: usize = 8;
    pub(super) const PROTOCOL: usize = 9;
    pub(super) const CHECKSUM: usize = 10;
    pub(super) const SRC: usize = 12;
    pub(super) const DST: usize = 16;
    pub(super) const OPTIONS: usize = 20;
}

mod flag {
    pub(super) const DONT_FRAGMENT: u16 = 0x4000;
    pub(super) const MORE_FRAGMENTS: u16 = 0x2000;
    pub(super) const OFFSET: u16 = 0x1fff;
}

/// Length of a header without options.
pub const MIN_HEADER_LEN: usize = field::OPTIONS;

/// A header (RFC 791, 3.1): the fixed part and the captured options.
///
/// ```text
///  0       4       8               16  19                         31
/// +-------+-------+---------------+------------------------------+
/// |version|  IHL  |      TOS      |         total length         |
/// +-------+-------+---------------+---+--------------------------+
/// |        identification         |flg|     fragment offset      |
/// +---------------+---------------+---+--------------------------+
/// |      TTL      |   protocol    |       header checksum        |
/// +---------------+---------------+------------------------------+
/// |                       source address                         |
/// |                     destination address                      |
/// |                     options, padded …                        |
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    fixed: Fixed<'a, { field::OPTIONS }>,
    rest: &'a [u8],
}

impl<'a> Header<'a> {
    /// A view of the first bytes, whose [`version`](Self::version) is not checked.
    #[inline]
    pub const fn of(bytes: &'a [u8]) -> Option<Self> {
        match Fixed::split(bytes) {
            Some((fixed, rest)) => Some(Header { fixed, rest }),
            None => None,
        }
    }

    /// The version field.
    #[inline]
    pub fn version(&self) -> u8 {
        self.fixed.u8::<{ field::VERSION_IHL }>() >> 4
    }

    /// Length of the header with options: the IHL field times four, 0 to 60.
    #[inline]
    pub fn header_len(&self) -> usize {
        usize::from(self.fixed.u8::<{ field::VERSION_IHL }>() & 0x0f) * 4
    }

    /// The type of service byte: DSCP and ECN (RFC 2474).
    #[inline]
    pub fn tos(&self) -> u8 {
        self.fixed.u8::<{ field::TOS }>()
    }

    /// Length of header and payload in bytes.
    #[inline]
    pub fn total_len(&self) -> u16 {
        self.fixed.be16::<{ field::LENGTH }>()
    }

    /// The identification.
    #[inline]
    pub fn id(&self) -> u16 {
        self.fixed.be16::<{ field::ID }>()
    }

    /// The "don't fragment" bit.
    #[inline]
    pub fn dont_fragment(&self) -> bool {
        self.fixed.be16::<{ field::FRAGMENT }>() & flag::DONT_FRAGMENT != 0
    }

    /// The "more fragments" bit.
    #[inline]
    pub fn more_fragments(&self) -> bool {
        self.fixed.be16::<{ field::FRAGMENT }>() & flag::MORE_FRAGMENTS != 0
    }

    /// The fragment offset in bytes.
    #[inline]
    pub fn fragment_offset(&self) -> u16 {
        (self.fixed.be16::<{ field::FRAGMENT }>() & flag::OFFSET) * 8
    }

    /// The fragment position, if the packet is a fragment.
    #[inline]
    pub fn fragment(&self) -> Option<Fragment> {
        let field = self.fixed.be16::<{ field::FRAGMENT }>();
        (field & (flag::MORE_FRAGMENTS | flag::OFFSET) != 0).then(|| Fragment {
            id: self.id().into(),
            offset: self.fragment_offset(),
            more: self.more_fragments(),
        })
    }

    /// Time to live.
    #[inline]
    pub fn ttl(&self) -> u8 {
        self.fixed.u8::<{ field::TTL }>()
    }

    /// The protocol of the payload.
    #[inline]
    pub fn proto(&self) -> IpProto {
        IpProto(self.fixed.u8::<{ field::PROTOCOL }>())
    }

    /// The checksum field.
    #[inline]
    pub fn checksum(&self) -> u16 {
        self.fixed.be16::<{ field::CHECKSUM }>()
    }

    /// The source address.
    #[inline]
    pub fn src(&self) -> Addr {
        Addr::v4(self.fixed.array::<{ field::SRC }, 4>())
    }

    /// The destination address.
    #[inline]
    pub fn dst(&self) -> Addr {
        Addr::v4(self.fixed.array::<{ field::DST }, 4>())
    }

    /// The captured options.
    pub fn options(&self) -> Options<'a> {
        let len = self.header_len().saturating_sub(MIN_HEADER_LEN);
        Options(self.rest.get(..len).unwrap_or(self.rest))
    }

    /// True if the checksum over the header, which begins `bytes`, is valid.
    #[inline]
    pub fn checksum_ok(&self, bytes: &[u8]) -> bool {
        bytes.get(..self.header_len()).is_some_and(|h| Checksum::new().bytes(h).is_intact())
    }
}

/// One option (RFC 791, 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ipv4Option<'a> {
    /// Copied flag, class and number in one byte.
    pub kind: u8,
    /// The bytes after kind and length.
    pub data: &'a [u8],
}

/// The options of a header. Skips padding; ends at "end of options" or at the first malformed option.
#[derive(Clone, Debug)]
pub struct Options<'a>(&'a [u8]);

impl<'a> Iterator for Options<'a> {
    type Item = Ipv4Option<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (&kind, rest) = std::mem::take(&mut self.0).split_first()?;
            match kind {
                0 => return None,
                1 => self.0 = rest,
                _ => {
                    let (&len, rest) = rest.split_first()?;
                    let (data, rest) = rest.split_at_checked(usize::from(len).checked_sub(2)?)?;
                    self.0 = rest;
                    return Some(Ipv4Option { kind, data });
                }
            }
        }
    }
}
