//! Orders the pieces of a file.
use std::collections::BTreeMap;

/// A step of reading in order: a piece or a gap.
pub(super) enum Step {
    /// The next bytes.
    Data(Vec<u8>),
    /// A gap: offset and length.
    Hole(u64, u64),
}

/// Pieces that wait for earlier ones. Where pieces overlap, the one that arrived first counts.
pub(super) struct Reassembly {
    pieces: BTreeMap<u64, Vec<u8>>,
    /// The offset before which all bytes were delivered or given up.
    next: u64,
    waiting: u64,
}

impl Reassembly {
    /// Creates a reassembly that starts at offset `next`.
    pub(super) fn new(next: u64) -> Self {
        Reassembly { pieces: BTreeMap::new(), next, waiting: 0 }
    }

    /// The number of bytes in waiting pieces.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Takes a piece. If it begins at the first missing byte, [`Reassembly::ready`] returns it and the pieces after it.
    pub(super) fn add(&mut self, offset: u64, data: &[u8]) {
        let Some(end) = offset.checked_add(data.len() as u64) else { return };
        let mut at = offset.max(self.next);
        let covered = self.pieces.range(..=at).next_back().map_or(0, |(o, d)| o + d.len() as u64);
        at = at.max(covered);
        while at < end {
            let following = self.pieces.range(at..).next().map(|(o, d)| (*o, o + d.len() as u64));
            let (until, resume) = match following {
                Some((from, to)) if from < end => (from, to),
                _ => (end, end),
            };
            if until > at {
                let slice = |n: u64| usize::try_from(n - offset).unwrap_or(usize::MAX);
                let piece = data.get(slice(at)..slice(until)).unwrap_or_default().to_vec();
                self.waiting += piece.len() as u64;
                self.pieces.insert(at, piece);
            }
            at = resume;
        }
    }

    /// Takes the next bytes in order, if they have arrived.
    pub(super) fn ready(&mut self) -> Option<Vec<u8>> {
        let first = self.pieces.first_entry()?;
        if *first.key() != self.next {
            return None;
        }
        let data = first.remove();
        self.next += data.len() as u64;
        self.waiting -= data.len() as u64;
        Some(data)
    }

    /// The length of the gap before the first waiting piece.
    pub(super) fn first_hole(&self) -> u64 {
        self.pieces.keys().next().map_or(0, |first| first.saturating_sub(self.next))
    }

    /// Gives up on gaps below `up_to`. Returns the next step; `None` at the end.
    pub(super) fn give_up(&mut self, up_to: u64) -> Option<Step> {
        if let Some(data) = self.ready() {
            return Some(Step::Data(data));
        }
        let target = self.pieces.keys().next().copied().unwrap_or(u64::MAX).min(up_to);
        if target <= self.next {
            return None;
        }
        let hole = Step::Hole(self.next, target - self.next);
        self.next = target;
        Some(hole)
    }

    /// The end offset of the last piece.
    pub(super) fn end(&self) -> u64 {
        self.pieces.last_key_value().map_or(self.next, |(o, d)| o + d.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(r: &mut Reassembly) -> Vec<u8> {
        std::iter::from_fn(|| r.ready()).flatten().collect()
    }

    #[test]
    fn the_first_of_overlapping_pieces_counts() {
        let mut r = Reassembly::new(0);
        r.add(4, b"efgh");
        r.add(2, b"CDEFGHIJ");
        assert_eq!(r.waiting(), 8);
        assert!(drain(&mut r).is_empty());
        r.add(0, b"abX");
        assert_eq!(drain(&mut r), b"abCDefghIJ");
        assert_eq!(r.waiting(), 0);
        r.add(0, b"again");
        assert!(drain(&mut r).is_empty());
    }

    #[test]
    fn holes_are_given_up_in_order() {
        let mut r = Reassembly::new(0);
        r.add(5, b"f");
        r.add(8, b"i");
        assert_eq!(r.first_hole(), 5);
        let end = r.end();
        let mut seen = String::new();
        while let Some(step) = r.give_up(end) {
            match step {
                Step::Data(d) => seen.push_str(&String::from_utf8(d).unwrap()),
                Step::Hole(at, len) => seen.push_str(&format!("[{at}+{len}]")),
            }
        }
        assert_eq!(seen, "[0+5]f[6+2]i");
    }

    #[test]
    fn pieces_at_the_end_of_numbers_end() {
        let mut r = Reassembly::new(0);
        r.add(u64::MAX - 3, b"abc");
        r.add(u64::MAX - 1, b"xyz");
        r.add(u64::MAX, b"x");
        assert_eq!(r.waiting(), 3);
        let end = r.end();
        assert_eq!(std::iter::from_fn(|| r.give_up(end)).count(), 2);
    }
}
