//! The most frequent keys, in bounded memory.
use foldhash::HashMap;

/// Keys that are counted at a time. When there are more, the rarer half goes, and counts are no longer exact.
const KEYS: usize = 100_000;

/// Counts of keys.
#[derive(Default, Clone, Debug)]
pub(crate) struct Top {
    counts: HashMap<Box<[u8]>, Tally>,
    pub(crate) inexact: bool,
}

/// What was counted of a key.
#[derive(Default, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tally {
    pub(crate) rows: u64,
    pub(crate) bytes: f64,
}

impl Top {
    pub(crate) fn add(&mut self, key: &[u8], bytes: f64) {
        if let Some(t) = self.counts.get_mut(key) {
            t.rows += 1;
            t.bytes += bytes;
            return;
        }
        if self.counts.len() >= KEYS {
            self.shrink();
        }
        self.counts.insert(key.into(), Tally { rows: 1, bytes });
    }

    /// Adds the counts of another.
    pub(crate) fn merge(&mut self, other: Top) {
        self.inexact |= other.inexact;
        if self.counts.is_empty() {
            self.counts = other.counts;
            return;
        }
        for (key, t) in other.counts {
            let mine = self.counts.entry(key).or_default();
            mine.rows += t.rows;
            mine.bytes += t.bytes;
        }
        if self.counts.len() > KEYS {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        let mut rows: Vec<u64> = self.counts.values().map(|t| t.rows).collect();
        let middle = rows.len() / 2;
        let (_, median, _) = rows.select_nth_unstable(middle);
        let median = *median;
        self.counts.retain(|_, t| t.rows > median);
        self.inexact = true;
    }

    /// The `n` keys with the most bytes, or rows if none has bytes.
    pub(crate) fn first(&self, n: usize) -> Vec<(String, Tally)> {
        let mut all: Vec<(&[u8], &Tally)> = self.counts.iter().map(|(k, t)| (&**k, t)).collect();
        let less = |a: &(&[u8], &Tally), b: &(&[u8], &Tally)| {
            b.1.bytes.total_cmp(&a.1.bytes).then(b.1.rows.cmp(&a.1.rows)).then(a.0.cmp(b.0))
        };
        if n < all.len() {
            all.select_nth_unstable_by(n, less);
            all.truncate(n);
        }
        all.sort_unstable_by(less);
        all.into_iter().map(|(k, t)| (String::from_utf8_lossy(k).into_owned(), *t)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_keys_survive_a_flood_of_rare_ones() {
        let mut top = Top::default();
        for i in 0..300_000u32 {
            top.add(&i.to_be_bytes(), 0.0);
            if i % 100 == 0 {
                top.add(b"often", 0.0);
            }
        }
        assert!(top.counts.len() <= KEYS && top.inexact);
        assert_eq!(top.first(1)[0].0, "often");
    }
}
