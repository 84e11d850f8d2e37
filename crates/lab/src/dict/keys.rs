//! The keys of the measurements: connection tuples, the published identifiers, integers, or a file with one key per
//! line.
use crate::random::Random;
use anyhow::{Context, bail, ensure};
use dict::{FoldHash, Key, KeyHash};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The number of keys in the published connection file.
pub(super) const CONNECTIONS: usize = 147_695;

/// Returns the hash, with the same seed for all tables and runs.
pub(super) fn hash() -> FoldHash {
    FoldHash::keyed([0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210])
}

/// Contiguous keys, in the order in which a measurement reads them.
#[derive(Default)]
pub(super) struct Stream {
    bytes: Vec<u8>,
    items: Vec<(u32, u32, u64)>,
}

impl Stream {
    pub(super) fn push(&mut self, bytes: &[u8], hash: u64) {
        self.items.push((self.bytes.len() as u32, bytes.len() as u32, hash));
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    #[inline]
    pub(super) fn at(&self, i: usize) -> Key<'_> {
        let (from, len, hash) = self.items[i];
        Key::new(&self.bytes[from as usize..][..len as usize], hash)
    }

    #[inline]
    pub(super) fn range(&self, from: usize, n: usize) -> impl Iterator<Item = Key<'_>> {
        self.items[from..from + n]
            .iter()
            .map(|&(at, len, hash)| Key::new(&self.bytes[at as usize..][..len as usize], hash))
    }

    /// Returns the same keys, shuffled within each window of `size`.
    pub(super) fn shuffled(&self, size: usize, seed: u64) -> Stream {
        let mut random = Random(seed);
        let mut out = Stream::default();
        let mut order: Vec<usize> = Vec::new();
        for from in (0..self.len()).step_by(size) {
            order.clear();
            order.extend(from..(from + size).min(self.len()));
            for i in (1..order.len()).rev() {
                order.swap(i, random.below(i + 1));
            }
            for &i in &order {
                let k = self.at(i);
                out.push(k.bytes(), k.hash());
            }
        }
        out
    }
}

/// Returns the 37 bytes of a connection: two IPv4-mapped IPv6 addresses, two ports, the protocol.
pub(super) fn connection(random: &mut Random) -> [u8; 37] {
    let r = [random.next(), random.next()];
    let mut k = [0; 37];
    for (at, r) in [(0, r[0]), (16, r[1])] {
        k[at + 10] = 0xff;
        k[at + 11] = 0xff;
        k[at + 12] = if at == 0 { 16 } else { 48 };
        k[at + 14..at + 16].copy_from_slice(&(r as u16).to_be_bytes());
    }
    k[32..34].copy_from_slice(&((r[0] >> 16) as u16 | 0x400).to_be_bytes());
    let port: u16 = [445, 80, 443, 53][(r[1] >> 16) as usize % 4];
    k[34..36].copy_from_slice(&port.to_be_bytes());
    k[36] = 6;
    k
}

/// Contiguous byte strings. Separate heap blocks would leave holes when freed, which the tables would then fill.
#[derive(Default)]
pub(super) struct Flat {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Flat {
    fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn at(&self, i: usize) -> &[u8] {
        &self.bytes[if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i]]
    }
}

/// All keys of a kind, and as many similar keys that are not among them.
pub(super) struct Keys {
    pub(super) there: Flat,
    pub(super) absent: Flat,
}

impl Keys {
    /// Loads the keys `conn`, `u64`, or those of a file with one key per line.
    pub(super) fn load(name: &str) -> anyhow::Result<Self> {
        let mut random = Random(20_190_415);
        let hash = hash();
        // 64 bits suffice to distinguish half a million keys.
        let mut seen = HashSet::with_capacity(2 * CONNECTIONS);
        let mut distinct = |make: fn(&mut Random, &mut [u8; 37]) -> usize| {
            let mut out = Flat::default();
            let mut k = [0; 37];
            while out.len() < CONNECTIONS {
                let len = make(&mut random, &mut k);
                if seen.insert(hash.hash(&k[..len])) {
                    out.push(&k[..len]);
                }
            }
            out
        };
        let tuple = |r: &mut Random, k: &mut [u8; 37]| {
            *k = connection(r);
            k.len()
        };
        let integer = |r: &mut Random, k: &mut [u8; 37]| {
            k[..8].copy_from_slice(&r.next().to_le_bytes());
            8
        };
        let keys = match name {
            "conn" => Keys { there: distinct(tuple), absent: distinct(tuple) },
            "u64" => Keys { there: distinct(integer), absent: distinct(integer) },
            path => {
                let text =
                    std::fs::read(path).with_context(|| format!("{path}: a key file has one key a line"))?;
                let (mut there, mut absent) = (Flat::default(), Flat::default());
                for k in text.split(|&b| b == b'\n').filter(|k| !k.is_empty()) {
                    if seen.insert(hash.hash(k)) {
                        there.push(k);
                        // As long as the key and similar to it, but no line contains the last byte.
                        absent.push(&k[..k.len() - 1]);
                        absent.bytes.push(0);
                        *absent.ends.last_mut().expect("just pushed") += 1;
                    }
                }
                ensure!(there.len() > 0, "{path}: no keys; a key file has one key a line");
                Keys { there, absent }
            }
        };
        Ok(keys)
    }
}

/// Returns the path of the published identifiers, if the corpus is present.
pub(super) fn identifiers() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).map(|d| d.join("shared/corpus"));
    let corpus = std::env::var_os("EGRET_CORPUS").map(PathBuf::from).or_else(beside)?;
    Some(corpus.join("keys/ID.100000.ckey")).filter(|p| p.is_file())
}

/// `KEYS@SIZE:ROUNDS`: the kind of keys, the entries per dictionary, and the number of dictionaries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spec {
    pub(super) keys: String,
    /// The entries per dictionary; `None` for all keys.
    pub(super) size: Option<usize>,
    pub(super) rounds: usize,
}

impl std::str::FromStr for Spec {
    type Err = anyhow::Error;

    fn from_str(s: &str) -> anyhow::Result<Self> {
        let wants = "expected KEYS@SIZE:ROUNDS, as in conn@100:10000 or words.txt@-1:20 (-1: all keys)";
        let (keys, rest) = s.rsplit_once('@').with_context(|| format!("{s}: {wants}"))?;
        let (size, rounds) = rest.split_once(':').unwrap_or((rest, "1"));
        let size = match size {
            "-1" => None,
            n => Some(n.parse().with_context(|| format!("{s}: SIZE `{n}`: {wants}"))?),
        };
        let rounds = rounds.parse().with_context(|| format!("{s}: ROUNDS `{rounds}`: {wants}"))?;
        if keys.is_empty() || size == Some(0) || rounds == 0 {
            bail!("{s}: {wants}; none of them empty or 0");
        }
        Ok(Spec { keys: keys.to_owned(), size, rounds })
    }
}

impl std::fmt::Display for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = self.size.map_or_else(|| "-1".to_owned(), |n| n.to_string());
        write!(f, "{}@{size}:{}", self.keys, self.rounds)
    }
}

/// Returns the default number of dictionaries of a size.
pub(super) fn rounds_for(size: usize) -> usize {
    match size {
        0..=1 => 200_000,
        2..=10 => 20_000,
        11..=100 => 3000,
        101..=1000 => 300,
        1001..=10_000 => 30,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_as_the_published_tool_reads_them() {
        let check = |s: &str, size, rounds| {
            let spec: Spec = s.parse().unwrap();
            assert_eq!((spec.size, spec.rounds), (size, rounds), "{s}");
        };
        check("Connection.147695.key@-1:20", None, 20);
        check("a@b.key@100:10000", Some(100), 10_000);
        check("conn@7", Some(7), 1);
        for bad in ["", "conn", "@1:1", "conn@0:1", "conn@x:1", "conn@1:0", "conn@1:y"] {
            assert!(bad.parse::<Spec>().is_err(), "{bad}");
        }
    }

    #[test]
    fn absent_keys_are_absent() {
        for kind in ["conn", "u64"] {
            let k = Keys::load(kind).unwrap();
            let there: HashSet<_> = (0..k.there.len()).map(|i| k.there.at(i)).collect();
            assert_eq!(there.len(), CONNECTIONS);
            assert!((0..k.absent.len()).all(|i| !there.contains(k.absent.at(i))));
        }
    }
}
