//! Headers that end with a type field: Ethernet frames and VLAN tags.
use crate::{EtherType, Fixed};

/// The kind of payload by the type field; Ethernet and VLAN tags share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// 1536 and up: a protocol number.
    EtherType(EtherType),
    /// 1500 and below: a length, followed by an IEEE 802.2 SNAP header (`aa aa`).
    Snap,
    /// A length, followed by IPX without a header (`ff ff`): Novell's "raw" 802.3.
    Novell,
    /// A length, followed by another IEEE 802.2 header.
    Llc,
}

impl Content {
    /// Interprets a type field; `None` between 1501 and 1535, which are neither length nor type.
    pub(crate) fn of(field: u16, payload: &[u8]) -> Option<Self> {
        match field {
            1536.. => Some(Content::EtherType(EtherType(field))),
            1501.. => None,
            _ => Some(match payload {
                [0xaa, 0xaa, ..] => Content::Snap,
                [0xff, 0xff, ..] => Content::Novell,
                _ => Content::Llc,
            }),
        }
    }
}

/// A header of `N` bytes that ends with a type field, and its payload.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a, const N: usize> {
    pub(super) header: Fixed<'a, N>,
    pub(super) type_field: u16,
    pub(super) content: Content,
    pub(super) payload: &'a [u8],
}

impl<'a, const N: usize> Typed<'a, N> {
    /// The raw type field.
    #[inline]
    pub fn type_field(&self) -> u16 {
        self.type_field
    }

    /// The kind of payload.
    #[inline]
    pub fn content(&self) -> Content {
        self.content
    }

    /// The bytes after the header. Those of a frame include padding and, if captured, the check sequence.
    #[inline]
    pub fn payload(&self) -> &'a [u8] {
        self.payload
    }
}
