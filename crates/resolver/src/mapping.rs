//! Mappings: answers that are kept for their time to live in a cache of `namecache`.
use super::question::{Found, Question};
use namecache::cache::{Cache, Millis, Value};
use namecache::config::{Polarity, Policy};
use namecache_wire::record::{Record, encode};
use net_types::Addr;
use std::fmt::Write;
use std::sync::Arc;

/// The most mappings that are kept. The least recently used are evicted.
const LIMIT: u32 = 1 << 16;
/// The most addresses of a mapping: as many as fit into an answer of 64 KiB.
const ADDRS: usize = 4096;
/// The version of the file that `-P` writes.
const VERSION: &str = "1";

/// The result of a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    /// When the answer arrived, in seconds since the epoch.
    pub created: f64,
    /// The time for which the answer is valid, in seconds.
    pub ttl: u32,
    /// Whether the servers had an answer.
    pub valid: bool,
    /// The name of the host or address, or the text.
    pub name: Option<Vec<u8>>,
    /// The addresses of the host.
    pub addrs: Vec<Addr>,
}

impl Mapping {
    /// Returns the answer to its question.
    pub(super) fn found(&self, question: &Question) -> Found {
        match (question, &self.name) {
            (Question::Host(_), _) if self.valid => Found::Addrs(self.addrs.clone()),
            (Question::Address(_) | Question::Text(_), Some(name)) if self.valid => Found::Name(name.clone()),
            _ => question.nothing(),
        }
    }

    fn encode(&self) -> Option<Value> {
        let bits = self.created.to_bits();
        let mut nums = vec![(bits >> 32) as u32, bits as u32, self.ttl, u32::from(self.valid)];
        for a in self.addrs.iter().take(ADDRS) {
            nums.extend(a.octets().as_chunks::<4>().0.iter().map(|w| u32::from_be_bytes(*w)));
        }
        let strings: Vec<&[u8]> = self.name.iter().map(Vec::as_slice).collect();
        let mut bytes = Vec::new();
        encode(&nums, &strings, &mut bytes).ok()?;
        Some(Arc::from(bytes))
    }

    fn decode(bytes: &[u8]) -> Option<Mapping> {
        let r = Record::parse(bytes)?;
        let addr = |i: usize| {
            let mut octets = [0; 16];
            for (k, word) in octets.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                *word = r.num(i + k)?.to_be_bytes();
            }
            Some(Addr::v6(octets))
        };
        Some(Mapping {
            created: f64::from_bits(u64::from(r.num(0)?) << 32 | u64::from(r.num(1)?)),
            ttl: r.num(2)?,
            valid: r.num(3)? != 0,
            name: r.string(0).map(<[u8]>::to_vec),
            addrs: (4..r.num_count()).step_by(4).filter_map(addr).collect(),
        })
    }
}

/// The numbers of mappings of each kind.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Kept {
    /// Mappings from hosts to addresses.
    pub hosts: u64,
    /// Mappings from addresses to names.
    pub addresses: u64,
    /// Mappings from hosts to texts.
    pub texts: u64,
}

/// The mappings of a run. Expired ones stay while there is room, because new ones are compared with them.
pub(super) struct Mappings(Cache);

fn millis(seconds: f64) -> Millis {
    (seconds.max(0.0) * 1e3) as Millis
}

impl Mappings {
    /// Creates an empty table; `seed` keys it.
    pub(super) fn new(seed: [u64; 2]) -> Mappings {
        let rules = Polarity { ttl: 0, policy: Policy::Lru, threshold: 1 };
        Mappings(Cache::new(rules, LIMIT, u32::MAX, seed))
    }

    /// Returns a mapping that has not expired.
    pub(super) fn fresh(&mut self, now: f64, q: &Question) -> Option<Mapping> {
        Mapping::decode(&self.0.get(millis(now), &q.key())?.value)
    }

    /// Returns the last mapping, expired or not.
    pub(super) fn last(&self, now: f64, q: &Question) -> Option<Mapping> {
        Mapping::decode(self.0.expired_answer(millis(now), &q.key())?)
    }

    /// Remembers a mapping. It replaces the last one.
    pub(super) fn put(&mut self, q: &Question, m: &Mapping) {
        if let Some(value) = m.encode() {
            let ttl = Millis::from(m.ttl) * 1000;
            self.0.offer(millis(m.created), &q.key(), &value, 0, Some(ttl));
        }
    }

    pub(super) fn kept(&self) -> Kept {
        let mut kept = Kept::default();
        for e in self.0.entries() {
            match e.key.first() {
                Some(0) => kept.addresses += 1,
                Some(1) => kept.hosts += 1,
                _ => kept.texts += 1,
            }
        }
        kept
    }

    /// Returns the text of the file: the version, then a line for each mapping and one for each of its addresses.
    pub(super) fn to_text(&self) -> String {
        let known =
            |e: &namecache::cache::Entry| Some((Question::of_key(&e.key)?, Mapping::decode(&e.value)?));
        let mut all: Vec<_> = self.0.entries().filter_map(known).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        let mut text = format!("{VERSION}\n");
        for (q, m) in all {
            let (is_host, asked) = match &q {
                Question::Address(a) => (0, a.to_string()),
                Question::Host(name) | Question::Text(name) => (1, name.clone()),
            };
            // Blanks separate the fields, so a name that contains a blank is left out.
            let name = m.name.as_deref().filter(|n| n.iter().all(u8::is_ascii_graphic) && !n.is_empty());
            let name = String::from_utf8_lossy(name.unwrap_or(b"*"));
            let (failed, n) = (u8::from(!m.valid), m.addrs.len());
            // Writing to a String does not fail.
            let _ = writeln!(
                text,
                "{:.0} {is_host} {asked} {failed} {name} {} {n} {}",
                m.created,
                q.rtype(),
                m.ttl
            );
            for a in m.addrs {
                let _ = writeln!(text, "{a}");
            }
        }
        text
    }

    /// Reads the text of a file. Files of other versions are ignored.
    ///
    /// # Errors
    /// The number of the first malformed line.
    pub(super) fn read(&mut self, text: &str) -> Result<(), usize> {
        let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l));
        if lines.next().is_none_or(|(_, version)| version.trim() != VERSION) {
            return Ok(());
        }
        while let Some((number, line)) = lines.next() {
            let (q, mut m, addrs) = head(line).ok_or(number)?;
            for _ in 0..addrs {
                let (number, line) = lines.next().ok_or(number)?;
                m.addrs.push(line.trim().parse().map_err(|_| number)?);
            }
            self.put(&q, &m);
        }
        Ok(())
    }
}

/// Parses the line of a mapping. The returned number says how many addresses follow.
fn head(line: &str) -> Option<(Question, Mapping, usize)> {
    let mut words = line.split_ascii_whitespace();
    let mut word = || words.next();
    let created = word()?.parse().ok()?;
    let (is_host, asked) = (word()? != "0", word()?);
    let (failed, name, rtype) = (word()? != "0", word()?, word()?);
    let (addrs, ttl) = (word()?.parse().ok().filter(|n| *n <= ADDRS)?, word()?.parse().ok()?);
    let q = match (is_host, rtype) {
        (false, _) => Question::Address(asked.parse().ok()?),
        (true, "16") => Question::Text(asked.to_owned()),
        (true, _) => Question::Host(asked.to_owned()),
    };
    let name = (name != "*").then(|| name.as_bytes().to_vec());
    Some((q, Mapping { created, ttl, valid: !failed, name, addrs: Vec::new() }, addrs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapping(created: f64, ttl: u32, addrs: &[&str]) -> Mapping {
        let addrs = addrs.iter().map(|a| a.parse().unwrap()).collect();
        Mapping { created, ttl, valid: true, name: Some(b"a.example".to_vec()), addrs }
    }

    #[test]
    fn a_mapping_holds_for_its_time_and_is_remembered_after() {
        let mut all = Mappings::new([1, 2]);
        let (q, m) = (Question::Host("a".into()), mapping(100.25, 10, &["1.2.3.4", "2001:db8::1"]));
        all.put(&q, &m);
        assert_eq!(all.fresh(110.2, &q), Some(m.clone()));
        assert_eq!(all.fresh(110.3, &q), None);
        assert_eq!(all.last(1e6, &q), Some(m));
        assert_eq!(all.fresh(101.0, &Question::Text("a".into())), None);
        assert_eq!(all.kept(), Kept { hosts: 1, ..Kept::default() });
    }

    #[test]
    fn what_is_saved_is_read_again() {
        let mut all = Mappings::new([1, 2]);
        let failed = Mapping { valid: false, name: None, ..mapping(7.0, 5, &[]) };
        let questions = [
            (Question::Host("a".into()), mapping(100.0, 10, &["1.2.3.4", "::1"])),
            (Question::Text("t".into()), failed),
            (Question::Address("10.0.0.1".parse().unwrap()), mapping(1.0, 2, &[])),
        ];
        for (q, m) in &questions {
            all.put(q, m);
        }
        let text = all.to_text();
        assert_eq!(
            text,
            "1\n1 0 10.0.0.1 0 a.example 12 0 2\n100 1 a 0 a.example 1 2 10\n1.2.3.4\n::1\n7 1 t 1 * 16 0 5\n"
        );
        let mut read = Mappings::new([3, 4]);
        assert_eq!(read.read(&text), Ok(()));
        for (q, m) in questions {
            assert_eq!(read.last(200.0, &q), Some(m));
        }
    }

    #[test]
    fn a_broken_file_names_its_line() {
        let broken = |text: &str| Mappings::new([1, 2]).read(text);
        assert_eq!(broken("0\nanything"), Ok(()), "another version is left alone");
        assert_eq!(broken("1\n1 0 10.0.0.1 0 a 12 0 2\nnonsense"), Err(3));
        assert_eq!(broken("1\n1 1 a 0 a 1 1 2\n"), Err(2));
        assert_eq!(broken("1\n1 1 a 0 a 1 1 2\nx"), Err(3));
        assert_eq!(broken("1\n1 1 a 0 a 1 99999999999 2\n"), Err(2));
    }
}
