//! One measurement. Each runs in a new process, so that no other table has fragmented its heap.
use super::columns::{self, Column, with_column};
use super::keys::{self, Keys, Spec, Stream};
use super::sys;
use crate::cpu_time;
use crate::random::Random;
use anyhow::{Context, bail, ensure};
use dict::{ChainedDict, ClusteredDict, Dict, Key, KeyHash, Order, Table};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

/// Figures by name.
pub(super) type Figures = BTreeMap<String, f64>;

/// A measurement, which a child process runs.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    /// Four operations over many dictionaries: ns each, and bytes per entry.
    Operations { column: String, spec: Spec },
    /// The published population: bytes per dictionary.
    Population { column: String, dictionaries: usize },
    /// The worst single insertion while a table grows to this many entries: µs of CPU time.
    Growth { column: String, entries: usize },
    /// Filling a table, and copying it in the order of iteration: ns per entry.
    Copy { column: String, entries: usize },
    /// Removal from an ordered table: ns.
    Ordered { column: String, entries: usize },
    /// The share of bytes that is freed once all entries except 10 are removed.
    Shrink { entries: usize },
    /// Lookups of 16 keys with and without prefetching, in ns each.
    Prefetch { entries: usize },
}

impl Cell {
    fn args(&self) -> [String; 3] {
        match self {
            Cell::Operations { column, spec } => ["operations".into(), column.clone(), spec.to_string()],
            Cell::Population { column, dictionaries: n } => {
                ["population".into(), column.clone(), n.to_string()]
            }
            Cell::Growth { column, entries } => ["growth".into(), column.clone(), entries.to_string()],
            Cell::Copy { column, entries } => ["copy".into(), column.clone(), entries.to_string()],
            Cell::Ordered { column, entries } => ["ordered".into(), column.clone(), entries.to_string()],
            Cell::Shrink { entries } => ["shrink".into(), "Dict".into(), entries.to_string()],
            Cell::Prefetch { entries } => ["prefetch".into(), "Dict".into(), entries.to_string()],
        }
    }

    /// Parses the arguments of a child process, which `args` makes.
    pub(super) fn parse(args: &[String]) -> anyhow::Result<Self> {
        let [kind, column, what] = args else { bail!("--cell takes KIND, COLUMN and WHAT") };
        let column = column.clone();
        let n = || what.parse::<usize>().with_context(|| format!("--cell {kind}: `{what}` is not a number"));
        Ok(match kind.as_str() {
            "operations" => Cell::Operations { column, spec: what.parse()? },
            "population" => Cell::Population { column, dictionaries: n()? },
            "growth" => Cell::Growth { column, entries: n()? },
            "copy" => Cell::Copy { column, entries: n()? },
            "ordered" => Cell::Ordered { column, entries: n()? },
            "shrink" => Cell::Shrink { entries: n()? },
            "prefetch" => Cell::Prefetch { entries: n()? },
            _ => bail!("--cell: no kind `{kind}`"),
        })
    }

    /// Runs the measurement in a new process.
    pub(super) fn measure(&self) -> anyhow::Result<Figures> {
        let me = std::env::current_exe().context("the path of this program")?;
        let out = Command::new(me)
            .args(["dict", "--cell"])
            .args(self.args())
            .output()
            .context("a process to measure in")?;
        ensure!(
            out.status.success(),
            "{self:?}: {}\n{}",
            out.status,
            String::from_utf8_lossy(&out.stderr).trim()
        );
        serde_json::from_slice(&out.stdout).with_context(|| format!("{self:?}: figures in JSON"))
    }

    /// Runs the measurement in this process.
    pub(super) fn run(&self) -> anyhow::Result<Figures> {
        Ok(match self {
            Cell::Operations { column, spec } => with_column!(column.as_str(), operations(spec))?,
            Cell::Population { column, dictionaries } => {
                with_column!(column.as_str(), population(*dictionaries))
            }
            Cell::Growth { column, entries } => with_column!(column.as_str(), growth(*entries)),
            Cell::Copy { column, entries } => with_column!(column.as_str(), copy(*entries)),
            Cell::Ordered { column, entries } => match column.as_str() {
                "chained" => ordered::<ChainedDict<u64>>(*entries),
                "clustered" => ordered::<ClusteredDict<u64>>(*entries),
                "Dict" => ordered::<Dict<u64>>(*entries),
                other => bail!("{other} keeps no order"),
            },
            Cell::Shrink { entries } => shrink(*entries),
            Cell::Prefetch { entries } => prefetch(*entries),
        })
    }
}

fn figures<const N: usize>(named: [(&str, f64); N]) -> Figures {
    named.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

fn ns_each(since: Instant, n: usize) -> f64 {
    since.elapsed().as_nanos() as f64 / n as f64
}

/// Returns the ns per item in CPU time, which does not include waiting for a processor that does other work.
fn cpu_ns_each(since: u64, n: usize) -> f64 {
    (cpu_time::thread() - since) as f64 / n as f64
}

/// The number of dictionaries after which keys repeat. Reading the keys must not cost more than the tables do.
const KEYS_AT_HAND: usize = 600_000;

fn operations<C: Column>(spec: &Spec) -> anyhow::Result<Figures> {
    let keys = Keys::load(&spec.keys)?;
    let size = spec.size.unwrap_or(keys.there.len());
    ensure!(size <= keys.there.len(), "{spec}: there are {} keys", keys.there.len());
    let windows = spec.rounds.min((KEYS_AT_HAND / size).max(1));
    let hash = keys::hash();
    let stream = |from: &keys::Flat| {
        let mut s = Stream::default();
        for i in 0..windows {
            // Full-size dictionaries use all keys; a smaller one continues where the previous one ended.
            let start =
                if (i + 1) * size <= from.len() { i * size } else { (i * size) % (from.len() - size + 1) };
            for k in (start..start + size).map(|i| from.at(i)) {
                s.push(k, hash.hash(k));
            }
        }
        s
    };
    let (fill, absent) = (stream(&keys.there), stream(&keys.absent));
    let (hits, gone) = (fill.shuffled(size, 1), fill.shuffled(size, 2));
    let misses = absent.shuffled(size, 3);
    let all = size * spec.rounds;

    let before = sys::heap_in_use();
    let mut tables: Vec<C> = Vec::with_capacity(spec.rounds);
    let since = cpu_time::thread();
    for r in 0..spec.rounds {
        let mut t = C::new();
        for (i, k) in fill.range(r % windows * size, size).enumerate() {
            t.insert(k, i as u64);
        }
        tables.push(t);
    }
    let insert = cpu_ns_each(since, all);
    let bytes = (sys::heap_in_use() - before) as f64 / all as f64;
    let pass = |tables: &mut Vec<C>, stream: &Stream, op: fn(&mut C, Key<'_>) -> bool| {
        let mut n = 0;
        let since = cpu_time::thread();
        for (r, t) in tables.iter_mut().enumerate() {
            for k in stream.range(r % windows * size, size) {
                n += usize::from(op(t, k));
            }
        }
        (cpu_ns_each(since, all), n)
    };
    let (hit, found) = pass(&mut tables, &hits, C::has);
    let (miss, not) = pass(&mut tables, &misses, C::has);
    let (remove, removed) = pass(&mut tables, &gone, C::remove);
    ensure!(
        (found, not, removed) == (all, 0, all),
        "{spec}: {found} found, {not} found that were not there, {removed} removed"
    );
    // The tables are never destroyed, since the process ends.
    std::mem::forget(tables);
    Ok(figures([("insert", insert), ("hit", hit), ("miss", miss), ("remove", remove), ("bytes", bytes)]))
}

/// The published population (1M.pcap): dictionaries by their maximum number of entries. The largest class is published
/// as "8 and more" and made here with 8.
const POPULATION: [(usize, usize); 9] =
    [(0, 424_433), (1, 303_966), (2, 31_444), (3, 8227), (4, 775), (5, 957), (6, 319), (7, 27), (8, 315)];

fn population<C: Column>(dictionaries: usize) -> Figures {
    let total: usize = POPULATION.iter().map(|(_, n)| n).sum();
    let (hash, mut random) = (keys::hash(), Random(3));
    let before = sys::heap_in_use();
    let mut tables: Vec<C> = Vec::with_capacity(dictionaries);
    for (size, n) in POPULATION {
        for _ in 0..n * dictionaries / total {
            let mut t = C::new();
            for i in 0..size {
                let k = keys::connection(&mut random);
                t.insert(Key::new(&k, hash.hash(&k)), i as u64);
            }
            tables.push(t);
        }
    }
    let bytes = (sys::heap_in_use() - before) as f64 / tables.len() as f64;
    std::mem::forget(tables);
    figures([("bytes", bytes)])
}

/// Returns the key for a number: 37 bytes, distinct, in random order.
fn numbered(i: u64) -> [u8; 37] {
    let mut k = connection_like(i);
    k[16..24].copy_from_slice(&i.to_le_bytes());
    k
}

fn connection_like(i: u64) -> [u8; 37] {
    keys::connection(&mut Random(i))
}

fn growth<C: Column>(entries: usize) -> Figures {
    let hash = keys::hash();
    let mut t = C::new();
    let mut took = Vec::with_capacity(entries);
    for i in 0..entries {
        let k = numbered(i as u64);
        let key = Key::new(&k, hash.hash(&k));
        let from = cpu_time::thread();
        t.insert(key, i as u64);
        took.push(u32::try_from(cpu_time::thread() - from).unwrap_or(u32::MAX));
    }
    std::mem::forget(t);
    let sum: u64 = took.iter().map(|&ns| u64::from(ns)).sum();
    let at = (0..entries).max_by_key(|&i| took[i]).unwrap_or(0);
    took.sort_unstable();
    let part = |p: f64| f64::from(took[((entries - 1) as f64 * p) as usize]) / 1000.0;
    figures([
        ("worst us", part(1.0)),
        ("worst at", at as f64),
        ("p99 us", part(0.99)),
        ("p99.9 us", part(0.999)),
        ("mean us", sum as f64 / 1000.0 / entries as f64),
    ])
}

fn copy<C: Column>(entries: usize) -> Figures {
    let hash = keys::hash();
    let mut stream = Stream::default();
    for i in 0..entries {
        let k = numbered(i as u64);
        stream.push(&k, hash.hash(&k));
    }
    let mut t = C::new();
    let since = cpu_time::thread();
    for (i, k) in stream.range(0, entries).enumerate() {
        t.insert(k, i as u64);
    }
    let fill = cpu_ns_each(since, entries);
    let since = cpu_time::thread();
    let copy = t.copy();
    let copied = cpu_ns_each(since, entries);
    std::mem::forget((t, copy));
    figures([("fill", fill), ("copy", copied)])
}

/// The number of timed removals from an ordered table.
const ORDERED: usize = 2000;

fn ordered<T: Table<u64>>(entries: usize) -> Figures {
    let hash = keys::hash();
    let mut stream = Stream::default();
    for i in 0..entries {
        let k = numbered(i as u64);
        stream.push(&k, hash.hash(&k));
    }
    let mut t = T::new(Order::Insertion);
    for (i, k) in stream.range(0, entries).enumerate() {
        t.insert(k, i as u64);
    }
    let gone = stream.shuffled(entries, 5);
    let since = Instant::now();
    for k in gone.range(0, ORDERED.min(entries)) {
        black_box(t.remove(k));
    }
    let remove = ns_each(since, ORDERED.min(entries));
    std::mem::forget(t);
    figures([("remove", remove)])
}

fn shrink(entries: usize) -> Figures {
    const KEPT: usize = 10;
    let hash = keys::hash();
    let key_of = |i: usize| (i as u64).to_le_bytes();
    let before = sys::heap_in_use();
    let mut t: Dict<u64> = Dict::empty();
    for i in 0..entries {
        let k = key_of(i);
        Table::insert(&mut t, Key::new(&k, hash.hash(&k)), i as u64);
    }
    let full = sys::heap_in_use() - before;
    // Remove in an order unrelated to insertion, so that no segment becomes empty early.
    let odd = 0x9e37_79b1_usize;
    let from = Instant::now();
    for i in 0..entries {
        let i = i.wrapping_mul(odd) % entries;
        if i >= KEPT {
            let k = key_of(i);
            Table::remove(&mut t, Key::new(&k, hash.hash(&k)));
        }
    }
    let remove = ns_each(from, entries);
    let left = sys::heap_in_use() - before;
    for i in 0..100_000 {
        let k = key_of(i % KEPT);
        black_box(t.get_mut(Key::new(&k, hash.hash(&k))));
    }
    let at_last = sys::heap_in_use() - before;
    figures([
        ("left", t.len() as f64),
        ("full MB", full as f64 / 1e6),
        ("back at once", 1.0 - left as f64 / full as f64),
        ("back", 1.0 - at_last as f64 / full as f64),
        ("remove", remove),
    ])
}

fn prefetch(entries: usize) -> Figures {
    const BATCH: usize = 16;
    let hash = keys::hash();
    let mut stream = Stream::default();
    for i in 0..entries {
        let k = numbered(i as u64);
        stream.push(&k, hash.hash(&k));
    }
    let mut t: Dict<u64> = Dict::empty();
    for (i, k) in stream.range(0, entries).enumerate() {
        Table::insert(&mut t, k, i as u64);
    }
    let asked = stream.shuffled(entries, 9);
    let mut time = |fetch: bool| {
        let since = Instant::now();
        let mut found = 0;
        for from in (0..entries - BATCH).step_by(BATCH) {
            if fetch {
                let hashes: [u64; BATCH] = std::array::from_fn(|i| asked.at(from + i).hash());
                t.prefetch(&hashes);
            }
            for k in asked.range(from, BATCH) {
                found += usize::from(t.get_mut(k).is_some());
            }
        }
        black_box(found);
        ns_each(since, entries)
    };
    time(false);
    let (alone, together) = (time(false), time(true));
    figures([("one by one", alone), ("prefetched", together)])
}

/// Measures hashing: ns for keys of 8, 37, 48 and 256 bytes, for each hash.
pub(super) fn hashing() -> Vec<(&'static str, [f64; 4])> {
    fn time(hash: impl Fn(&[u8]) -> u64) -> [f64; 4] {
        const N: usize = 200_000;
        [8, 37, 48, 256].map(|len| {
            let mut bytes = vec![7_u8; len];
            let mut sum = 0_u64;
            let since = Instant::now();
            for i in 0..N {
                // Each key depends on the previous hash, just as a lookup depends on the hash of its key.
                bytes[0] = (sum as u8).wrapping_add(i as u8);
                sum ^= hash(black_box(&bytes));
            }
            black_box(sum);
            ns_each(since, N)
        })
    }
    let seed = [1, 2];
    let (fold, sip) = (dict::FoldHash::keyed(seed), dict::SipHash24::keyed(seed));
    vec![
        ("foldhash (FoldHash)", time(|b| fold.hash(b))),
        ("SipHash-2-4 (SipHash24)", time(|b| sip.hash(b))),
        ("SipHash-1-3", time(|b| siphasher::sip::SipHasher13::new_with_keys(1, 2).hash(b))),
    ]
}
