//! The first bytes of a connection, kept for analyzers that are added later: all pieces in one block.
use crate::conn::Role;

/// Bits of the byte before a piece.
const RESPONDER: u8 = 1;
const GAP: u8 = 2;

/// The bytes by which the log grows at least.
const STEP: usize = 256;

/// A kept piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece<'a> {
    /// The captured payload of a packet, and its length on the wire.
    Bytes { role: Role, data: &'a [u8], len: usize },
    /// Missing bytes: their relative sequence number and count.
    Gap { role: Role, seq: u64, len: u64 },
}

/// The pieces in the order of their arrival.
#[derive(Default)]
pub(super) struct Kept {
    /// For each piece: a byte for role and kind, two numbers, and the bytes.
    log: Vec<u8>,
    pieces: u32,
    bytes: u32,
}

impl Kept {
    /// The number of pieces.
    pub(super) fn pieces(&self) -> usize {
        self.pieces as usize
    }

    /// The number of payload bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes as usize
    }

    pub(super) fn push(&mut self, piece: Piece<'_>) {
        let (role, kind, first, second, data) = match piece {
            Piece::Bytes { role, data, len } => (role, 0, data.len() as u64, len as u64, data),
            Piece::Gap { role, seq, len } => (role, GAP, seq, len, &[][..]),
        };
        let more = 1 + length_of(first) + length_of(second) + data.len();
        if self.log.capacity() - self.log.len() < more {
            // Most connections keep one small piece, and few keep more than a kilobyte.
            let room = if self.log.is_empty() { more } else { more.max(STEP).max(self.log.len() / 2) };
            self.log.reserve_exact(room);
        }
        self.log.push(kind | if role.is_orig() { 0 } else { RESPONDER });
        put(&mut self.log, first);
        put(&mut self.log, second);
        self.log.extend_from_slice(data);
        self.pieces += 1;
        self.bytes = self.bytes.saturating_add(u32::try_from(data.len()).unwrap_or(u32::MAX));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Piece<'_>> {
        let mut rest = self.log.as_slice();
        std::iter::from_fn(move || next(&mut rest))
    }
}

/// The number of bytes that [`put`] writes.
fn length_of(n: u64) -> usize {
    (u64::BITS - (n | 1).leading_zeros()).div_ceil(7) as usize
}

/// Appends a number, seven bits a byte, the lowest first. The highest bit marks all bytes but the last.
fn put(to: &mut Vec<u8>, mut n: u64) {
    while n > 0x7f {
        to.push(n as u8 | 0x80);
        n >>= 7;
    }
    to.push(n as u8);
}

fn take(from: &mut &[u8]) -> Option<u64> {
    let (mut n, mut shift) = (0, 0);
    loop {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(n);
        }
        shift += 7;
    }
}

fn next<'a>(rest: &mut &'a [u8]) -> Option<Piece<'a>> {
    let (kind, behind) = rest.split_first()?;
    *rest = behind;
    let role = Role::of(kind & RESPONDER == 0);
    let (first, second) = (take(rest)?, take(rest)?);
    if kind & GAP != 0 {
        return Some(Piece::Gap { role, seq: first, len: second });
    }
    let (data, behind) = rest.split_at_checked(usize::try_from(first).ok()?)?;
    *rest = behind;
    Some(Piece::Bytes { role, data, len: usize::try_from(second).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_in_order() {
        let long = vec![7; 1000];
        let pieces = [
            Piece::Bytes { role: Role::Orig, data: b"GET", len: 3 },
            Piece::Gap { role: Role::Resp, seq: u64::MAX, len: 1 << 40 },
            Piece::Bytes { role: Role::Resp, data: &long, len: 70_000 },
            Piece::Bytes { role: Role::Orig, data: b"", len: 128 },
        ];
        let mut kept = Kept::default();
        assert_eq!(kept.iter().count(), 0);
        pieces.into_iter().for_each(|p| kept.push(p));
        assert_eq!(kept.iter().collect::<Vec<_>>(), pieces);
        assert_eq!((kept.pieces(), kept.bytes()), (4, 1003));
    }

    #[test]
    fn the_first_piece_takes_no_more_room_than_it_needs() {
        for n in [0, 4, 127, 128, 20_000] {
            let mut kept = Kept::default();
            kept.push(Piece::Bytes { role: Role::Orig, data: &vec![1; n], len: n });
            assert_eq!(kept.log.capacity(), kept.log.len(), "{n}");
        }
    }
}
