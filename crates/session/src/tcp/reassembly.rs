//! One direction's stream: its delivered, waiting and acknowledged parts.
//!
//! Positions are relative sequence numbers; the first data byte is 1. In-order bytes are not kept: of bytes that were
//! delivered but not acknowledged, only the extent is stored. It distinguishes retransmissions from new data and shows
//! whether a close must wait. The bytes themselves are kept only to compare retransmissions with them.
use std::collections::VecDeque;

/// A piece that waits for the hole before it to fill.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) seq: u64,
    pub(super) bytes: Box<[u8]>,
}

impl Piece {
    pub(super) fn upper(&self) -> u64 {
        self.seq + self.bytes.len() as u64
    }
}

/// The next item after the delivered part.
#[derive(Debug)]
pub(super) enum Next {
    /// Bytes that waited.
    Bytes(Box<[u8]>),
    /// A hole that ends here.
    Hole { end: u64 },
}

/// The state of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Reassembly {
    /// Everything before this is delivered or known to be missing.
    pub(super) delivered: u64,
    /// Everything before this is acknowledged or abandoned.
    pub(super) trimmed: u64,
    /// The start of the bytes that were delivered but not acknowledged.
    pub(super) held: u64,
    /// Nothing before this is delivered, because an analyzer skips it.
    pub(super) skip_to: u64,
    pub(super) had_gap: bool,
    /// Abandoned: nothing more is delivered.
    pub(super) gave_up: bool,
    pub(super) did_eof: bool,
    pub(super) in_delivery: bool,
    /// State that only out-of-order streams need.
    pub(super) rare: Option<Box<Rare>>,
}

/// Waiting pieces, in order and without overlap, and bytes kept for comparison.
#[derive(Clone, Default, Debug)]
pub(super) struct Rare {
    pub(super) pieces: VecDeque<Piece>,
    /// Total bytes in the pieces.
    pub(super) bytes: usize,
    /// Delivered bytes from `held` on, if retransmissions are compared.
    pub(super) kept: VecDeque<u8>,
    /// Delivered segments, if retransmissions are also compared after acknowledgement.
    pub(super) old: VecDeque<Piece>,
}

impl Rare {
    fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.kept.is_empty() && self.old.is_empty()
    }
}

impl Default for Reassembly {
    fn default() -> Self {
        Reassembly {
            delivered: 1,
            trimmed: 1,
            held: 1,
            skip_to: 0,
            had_gap: false,
            gave_up: false,
            did_eof: false,
            in_delivery: false,
            rare: None,
        }
    }
}

impl Reassembly {
    pub(crate) const fn had_gap(&self) -> bool {
        self.had_gap
    }

    fn pieces(&self) -> Option<&VecDeque<Piece>> {
        self.rare.as_ref().map(|r| &r.pieces)
    }

    pub(super) fn first_piece(&self) -> Option<u64> {
        self.pieces()?.front().map(|p| p.seq)
    }

    /// True if bytes are delivered but not acknowledged, or waiting.
    pub(super) fn has_blocks(&self) -> bool {
        self.held < self.delivered || self.first_piece().is_some()
    }

    /// Length from the end of the delivered part to the end of the last piece, holes included.
    pub(super) fn undelivered(&self) -> u64 {
        self.pieces().and_then(VecDeque::back).map_or(0, |p| p.upper().saturating_sub(self.delivered))
    }

    /// Number of unacknowledged bytes.
    pub(super) fn unacknowledged(&self) -> u64 {
        self.delivered.saturating_sub(self.held) + self.rare.as_ref().map_or(0, |r| r.bytes as u64)
    }

    /// Takes the next item after the delivered part: the first piece if it begins there, or the hole before that piece
    /// if it begins before `limit`.
    pub(super) fn next_before(&mut self, limit: u64) -> Option<Next> {
        let rare = self.rare.as_mut()?;
        let start = rare.pieces.front()?.seq;
        if start != self.delivered {
            return (self.delivered..limit).contains(&start).then_some(Next::Hole { end: start });
        }
        let piece = rare.pieces.pop_front()?;
        rare.bytes -= piece.bytes.len();
        if rare.is_empty() {
            self.rare = None;
        }
        Some(Next::Bytes(piece.bytes))
    }

    /// True if the first piece begins at the end of the delivered part.
    pub(super) fn is_ready(&self) -> bool {
        self.first_piece() == Some(self.delivered)
    }

    /// Marks everything before `end` that was not delivered as missing for good. Returns the number of missing bytes.
    pub(super) fn skip_hole(&mut self, end: u64) -> u64 {
        let length = end.saturating_sub(self.delivered);
        if length > 0 {
            (self.delivered, self.held, self.had_gap) = (end, end, true);
            if let Some(rare) = self.rare.as_mut() {
                rare.kept.clear();
            }
        }
        length
    }

    /// Bytes that an acknowledgement up to `seq` reveals to be missing. The FIN's offset does not count.
    pub(super) fn missing_before(&self, seq: u64) -> u64 {
        let fin_only = seq == self.delivered + 1 && self.held < self.delivered;
        if fin_only { 0 } else { self.missing(self.delivered, seq) }
    }

    /// Drops all pieces that end at or before `seq`. Returns their total size.
    pub(super) fn drop_pieces_to(&mut self, seq: u64) -> usize {
        let Some(rare) = self.rare.as_mut() else { return 0 };
        let before = rare.bytes;
        while rare.pieces.front().is_some_and(|p| p.upper() <= seq) {
            if let Some(p) = rare.pieces.pop_front() {
                rare.bytes -= p.bytes.len();
            }
        }
        let dropped = before - rare.bytes;
        if rare.is_empty() {
            self.rare = None;
        }
        dropped
    }

    /// Drops all kept bytes and waiting pieces. Returns the number of waiting bytes.
    pub(super) fn clear(&mut self) -> usize {
        self.held = self.delivered;
        self.rare.take().map_or(0, |r| r.bytes)
    }

    /// Stores the parts of `bytes` at `seq` that no piece has. Returns the number of bytes stored, and true if more
    /// than `max` pieces would be needed.
    pub(super) fn insert(&mut self, mut seq: u64, mut bytes: &[u8], max: usize) -> (usize, bool) {
        let rare = self.rare.get_or_insert_with(Box::default);
        let before = rare.bytes;
        let mut at = rare.pieces.partition_point(|p| p.upper() <= seq);
        while !bytes.is_empty() {
            if rare.pieces.len() >= max {
                return (rare.bytes - before, true);
            }
            let (free, occupied) = match rare.pieces.get(at) {
                Some(p) if p.seq <= seq => (0, p.upper() - seq),
                Some(p) => (p.seq - seq, 0),
                None => (u64::MAX, 0),
            };
            let n = if occupied > 0 { occupied } else { free };
            let n = usize::try_from(n).unwrap_or(usize::MAX).min(bytes.len());
            let (part, rest) = bytes.split_at(n);
            if occupied == 0 {
                rare.pieces.insert(at, Piece { seq, bytes: part.into() });
                rare.bytes += n;
            }
            seq += n as u64;
            bytes = rest;
            at += 1;
        }
        (rare.bytes - before, false)
    }

    /// Moves the lower end of the unacknowledged part. Keeps the last `max_old` segments below it.
    pub(super) fn release_to(&mut self, seq: u64, max_old: usize) {
        let to = seq.clamp(self.held, self.delivered.max(self.held));
        if let Some(rare) = self.rare.as_mut() {
            let n = usize::try_from(to - self.held).unwrap_or(usize::MAX).min(rare.kept.len());
            rare.kept.drain(..n);
            let acknowledged = rare.old.partition_point(|p| p.upper() <= to);
            rare.old.drain(..acknowledged.saturating_sub(max_old));
            if rare.is_empty() {
                self.rare = None;
            }
        }
        self.held = to;
    }

    /// Bytes from `from` to `to` that no piece has: those that an acknowledgement reveals to be missing.
    fn missing(&self, from: u64, to: u64) -> u64 {
        if to <= from {
            return 0;
        }
        let there: u64 = self
            .pieces()
            .into_iter()
            .flatten()
            .map(|p| p.upper().min(to).saturating_sub(p.seq.max(from)))
            .sum();
        (to - from).saturating_sub(there)
    }

    /// Calls `f` with each held part that overlaps `bytes` at `seq` and the new bytes there: first acknowledged
    /// segments, then delivered bytes, then waiting pieces.
    pub(super) fn overlaps<'a>(&'a self, seq: u64, bytes: &'a [u8], mut f: impl FnMut(&[u8], &[u8])) {
        let Some(rare) = &self.rare else { return };
        let upper = seq + bytes.len() as u64;
        let slice =
            |low: u64, high: u64| bytes.get((low - seq) as usize..(high - seq) as usize).unwrap_or_default();
        for p in rare.old.iter().skip_while(|p| p.upper() <= seq) {
            let (low, high) = (seq.max(p.seq), upper.min(p.upper()).min(self.held));
            if low >= high {
                break;
            }
            let old = p.bytes.get((low - p.seq) as usize..(high - p.seq) as usize).unwrap_or_default();
            f(old, slice(low, high));
        }
        let (low, high) = (seq.max(self.held), upper.min(self.held + rare.kept.len() as u64));
        if low < high {
            let old: Vec<u8> =
                rare.kept.range((low - self.held) as usize..(high - self.held) as usize).copied().collect();
            f(&old, slice(low, high));
        }
        for p in rare.pieces.iter().skip_while(|p| p.upper() <= seq) {
            let (low, high) = (seq.max(p.seq), upper.min(p.upper()));
            if low >= high {
                break;
            }
            let old = p.bytes.get((low - p.seq) as usize..(high - p.seq) as usize).unwrap_or_default();
            f(old, slice(low, high));
        }
    }

    /// Keeps delivered bytes for comparison until they are acknowledged, or longer if `longer`.
    pub(super) fn keep(&mut self, seq: u64, bytes: &[u8], cap: usize, longer: bool) {
        let rare = self.rare.get_or_insert_with(Box::default);
        if rare.kept.len() + bytes.len() <= cap {
            rare.kept.extend(bytes);
            if longer {
                rare.old.push_back(Piece { seq, bytes: bytes.into() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(r: &Reassembly) -> Vec<(u64, Vec<u8>)> {
        r.rare.iter().flat_map(|r| &r.pieces).map(|p| (p.seq, p.bytes.to_vec())).collect()
    }

    #[test]
    fn pieces_keep_what_came_first() {
        let mut r = Reassembly::default();
        assert_eq!(r.insert(10, b"bcd", 99), (3, false));
        assert_eq!(r.insert(8, b"yzxxxx", 99), (3, false));
        assert_eq!(pieces(&r), [(8, b"yz".to_vec()), (10, b"bcd".to_vec()), (13, b"x".to_vec())]);
        assert_eq!(r.insert(9, b"....", 99), (0, false));
        assert_eq!((r.undelivered(), r.unacknowledged()), (13, 6));
        assert_eq!(r.missing(1, 14), 7);
        assert_eq!(r.insert(50, b"z", 3), (0, true));
    }

    #[test]
    fn overlaps_show_both_contents() {
        let mut r = Reassembly { delivered: 5, ..Reassembly::default() };
        r.keep(1, b"abcd", 100, false);
        r.insert(7, b"gh", 99);
        let mut seen = Vec::new();
        r.overlaps(3, b"CDEFGH", |old, new| seen.push((old.to_vec(), new.to_vec())));
        assert_eq!(seen, [(b"cd".to_vec(), b"CD".to_vec()), (b"gh".to_vec(), b"GH".to_vec())]);
        r.release_to(4, 0);
        assert_eq!(r.rare.as_ref().unwrap().kept, [b'd']);
        assert_eq!(r.drop_pieces_to(9), 2);
        assert!(r.next_before(99).is_none());
    }

    #[test]
    fn acknowledged_segments_are_compared_as_long_as_they_are_kept() {
        let mut r = Reassembly::default();
        for bytes in [b"ab", b"cd", b"ef"] {
            r.keep(r.delivered, bytes, 100, true);
            r.delivered += 2;
        }
        let overlaps = |r: &Reassembly| {
            let mut seen = Vec::new();
            r.overlaps(1, b"ABCDEF", |old, new| seen.push((old.to_vec(), new.to_vec())));
            seen
        };
        let pair = |old: &[u8], new: &[u8]| (old.to_vec(), new.to_vec());
        assert_eq!(overlaps(&r), [pair(b"abcdef", b"ABCDEF")]);
        r.release_to(5, 1);
        assert_eq!(overlaps(&r), [pair(b"cd", b"CD"), pair(b"ef", b"EF")]);
        r.release_to(7, 1);
        assert_eq!(overlaps(&r), [pair(b"ef", b"EF")]);
        r.release_to(7, 0);
        assert!(r.rare.is_none());
    }
}
