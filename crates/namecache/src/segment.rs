//! Builds segments ([`namecache_wire::segment`]).
use namecache_wire::Database;
use namecache_wire::segment::{HEADER, MAGIC, field, hash};

/// A segment being built.
pub struct SegmentBuilder {
    seed: u64,
    bytes: Vec<u8>,
    nodes: Vec<(u64, u32)>,
    list: Vec<u32>,
}

impl SegmentBuilder {
    /// Begins segment `id` and reserves memory for about `keys` keys. `seed` keys its hash.
    #[must_use]
    pub fn new(db: Database, id: u64, seed: u64, keys: usize) -> Self {
        let mut bytes = Vec::with_capacity(HEADER + keys * 80);
        bytes.resize(HEADER, 0);
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(field::MAGIC, &MAGIC.to_le_bytes());
        put(field::DATABASE, &(db as u32).to_le_bytes());
        put(field::ID, &id.to_le_bytes());
        put(field::SEED, &seed.to_le_bytes());
        SegmentBuilder { seed, bytes, nodes: Vec::with_capacity(keys), list: Vec::new() }
    }

    fn align(&mut self) -> u32 {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes.len() as u32
    }

    /// Adds a record; returns its offset, for use with keys and the list.
    pub fn record(&mut self, record: &[u8]) -> u32 {
        let at = self.align();
        self.bytes.extend_from_slice(record);
        at
    }

    /// Adds a key for the record at offset `record`; 0 means that the entry does not exist. `expires` is in seconds of
    /// `CLOCK_MONOTONIC`.
    pub fn key(&mut self, key: &[u8], record: u32, expires: u32) {
        let at = self.align();
        self.bytes.extend_from_slice(&record.to_le_bytes());
        self.bytes.extend_from_slice(&expires.to_le_bytes());
        self.bytes.extend_from_slice(&(key.len() as u16).to_le_bytes());
        self.bytes.extend_from_slice(key);
        self.nodes.push((hash(self.seed, key), at));
    }

    /// Appends a record to the list.
    pub fn list(&mut self, record: u32) {
        self.list.push(record);
    }

    /// The maximum size of the segment if it were finished now.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len() + 8 + self.list.len() * 4 + self.slots() * 8
    }

    /// The number of slots. At most three quarters of them are used.
    fn slots(&self) -> usize {
        (self.nodes.len() * 4 / 3 + 2).next_power_of_two()
    }

    /// Completes the segment.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let list_at = self.align();
        for at in &self.list {
            self.bytes.extend_from_slice(&at.to_le_bytes());
        }
        let slots_at = self.align();
        let slots = self.slots();
        let mut table = vec![(0u32, 0u32); slots];
        for (h, node) in &self.nodes {
            let mut at = *h as usize & (slots - 1);
            while table[at].1 != 0 {
                at = (at + 1) & (slots - 1);
            }
            table[at] = ((h >> 32) as u32, *node);
        }
        for (tag, node) in table {
            self.bytes.extend_from_slice(&tag.to_le_bytes());
            self.bytes.extend_from_slice(&node.to_le_bytes());
        }
        let size = self.bytes.len() as u64;
        let mut put = |at: usize, value: &[u8]| self.bytes[at..at + value.len()].copy_from_slice(value);
        put(field::SIZE, &size.to_le_bytes());
        put(field::SLOTS, &(slots as u32).to_le_bytes());
        put(field::LIST, &(self.list.len() as u32).to_le_bytes());
        put(field::SLOTS_AT, &slots_at.to_le_bytes());
        put(field::LIST_AT, &list_at.to_le_bytes());
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use namecache_wire::record::encode;
    use namecache_wire::segment::{Found, Segment};

    fn build(n: u32) -> Vec<u8> {
        let mut b = SegmentBuilder::new(Database::Passwd, 9, 77, n as usize);
        for i in 0..n {
            let mut record = Vec::new();
            encode(&[i, i], &[format!("user{i}").as_bytes(), b"x", b"", b"/", b"/bin/sh"], &mut record)
                .unwrap();
            let at = b.record(&record);
            b.key(format!("\x01user{i}").as_bytes(), at, 100 + i);
            b.list(at);
        }
        b.key(b"\x01nobody-here", 0, 50);
        assert!(b.size() >= 64);
        let limit = b.size();
        let bytes = b.finish();
        assert!(bytes.len() <= limit);
        bytes
    }

    #[test]
    fn keys_find_their_records_until_they_expire() {
        let bytes = build(1000);
        let s = Segment::open(&bytes, Database::Passwd, 9).unwrap();
        for i in 0..1000 {
            let key = format!("\x01user{i}");
            let Found::Record(r) = s.find(key.as_bytes(), 0) else { panic!("{key}") };
            assert_eq!(r.num(0), Some(i));
            assert!(matches!(s.find(key.as_bytes(), 100 + i), Found::Nothing), "{key} has expired");
        }
        assert!(matches!(s.find(b"\x01nobody-here", 49), Found::Absent));
        assert!(matches!(s.find(b"\x01never-heard", 0), Found::Nothing));
        assert_eq!(s.list_len(), 1000);
        assert_eq!(s.listed(999).and_then(|r| r.num(0)), Some(999));
        assert!(s.listed(1000).is_none());
    }

    #[test]
    fn another_id_or_database_is_refused() {
        let bytes = build(1);
        assert!(Segment::open(&bytes, Database::Passwd, 8).is_none());
        assert!(Segment::open(&bytes, Database::Group, 9).is_none());
        assert!(Segment::open(&bytes[..bytes.len() - 1], Database::Passwd, 9).is_none());
    }

    /// Sets every byte to several wrong values: reads must stay within bounds and end.
    #[test]
    fn corrupt_segments_are_read_without_harm() {
        let good = build(20);
        for at in 0..good.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut bad = good.clone();
                bad[at] = value;
                let Some(s) = Segment::open(&bad, Database::Passwd, 9) else { continue };
                for i in 0..20 {
                    if let Found::Record(r) = s.find(format!("\x01user{i}").as_bytes(), 0) {
                        assert!(r.strings().count() <= r.string_count());
                    }
                }
                for i in 0..s.list_len().min(100) {
                    let _ = s.listed(i).map(|r| r.strings().count());
                }
            }
        }
    }
}
