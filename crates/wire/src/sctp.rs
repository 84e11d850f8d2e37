//! SCTP's common header (RFC 9260).
use crate::Fixed;

mod field {
    pub(super) const SRC: usize = 0;
    pub(super) const DST: usize = 2;
    pub(super) const TAG: usize = 4;
    pub(super) const CHECKSUM: usize = 8;
    pub(super) const END: usize = 12;
}

/// The common header and the chunks after it (RFC 9260, 3.1).
///
/// ```text
///  0                               16                           31
/// +------------------------------+------------------------------+
/// |         source port          |       destination port       |
/// +------------------------------+------------------------------+
/// |                      verification tag                       |
/// |                     checksum (CRC-32C)                      |
/// +-------------------------------------------------------------+
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    header: Fixed<'a, { field::END }>,
    chunks: &'a [u8],
}

/// One chunk (RFC 9260, 3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    /// 0 data, 1 init, 2 init ack, 3 selective ack …
    pub kind: u8,
    /// Flags, whose meaning depends on the kind.
    pub flags: u8,
    /// The captured bytes after the chunk's header, without padding.
    pub value: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Parses a packet; `None` if the header is incomplete.
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        Fixed::split(bytes).map(|(header, chunks)| Packet { header, chunks })
    }

    /// The source port.
    pub fn src_port(&self) -> u16 {
        self.header.be16::<{ field::SRC }>()
    }

    /// The destination port.
    pub fn dst_port(&self) -> u16 {
        self.header.be16::<{ field::DST }>()
    }

    /// The verification tag, which identifies the association.
    pub fn tag(&self) -> u32 {
        self.header.be32::<{ field::TAG }>()
    }

    /// The checksum field.
    pub fn checksum_field(&self) -> u32 {
        self.header.be32::<{ field::CHECKSUM }>()
    }

    /// The chunks. Iteration ends at a chunk whose length is less than its header; the last one may be truncated.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk<'a>> + 'a {
        let mut rest = self.chunks;
        std::iter::from_fn(move || {
            let (header, value) = Fixed::<4>::split(rest)?;
            let len = usize::from(header.be16::<2>()).checked_sub(4)?;
            rest = value.get(len.next_multiple_of(4)..).unwrap_or(&[]);
            Some(Chunk {
                kind: header.u8::<0>(),
                flags: header.u8::<1>(),
                value: value.get(..len).unwrap_or(value),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_padded() {
        let mut b = vec![0, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4];
        b.extend([0, 3, 0, 5, 9, 0, 0, 0]);
        b.extend([14, 0, 0, 4]);
        b.extend([1, 0, 0, 3]);
        let p = Packet::parse(&b).unwrap();
        assert_eq!((p.src_port(), p.dst_port(), p.tag(), p.checksum_field()), (1, 2, 3, 4));
        let chunks: Vec<_> = p.chunks().map(|c| (c.kind, c.value.to_vec())).collect();
        assert_eq!(chunks, [(0, vec![9]), (14, vec![])]);
        assert!(Packet::parse(&b[..11]).is_none());
    }
}
