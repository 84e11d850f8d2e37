//! Tests of guarantees that only `Dict` gives.
use crate::{Dict, FoldHash, Key, KeyHash, Order, Table};
use std::format;
use std::string::String;
use std::vec::Vec;

fn keys(n: usize) -> Vec<(String, u64)> {
    let hash = FoldHash::keyed([7, 11]);
    (0..n)
        .map(|i| {
            let k = format!("{i:06}:10.{}.{}.{}", i % 251, i % 13, i % 7);
            let h = hash.hash(k.as_bytes());
            (k, h)
        })
        .collect()
}

fn key(k: &(String, u64)) -> Key<'_> {
    Key::new(k.0.as_bytes(), k.1)
}

#[test]
fn the_handle_is_eight_bytes_and_empty_tables_have_no_heap() {
    assert_eq!(size_of::<Dict<[u64; 9]>>(), 8);
    let mut t: Dict<u64> = Dict::new(Order::Any);
    assert_eq!(t.report().bytes.total(), 8);
    for n in [1, 16, 17, 3000] {
        let keys = keys(n);
        for k in &keys {
            t.insert(key(k), 1);
        }
        for k in &keys {
            assert_eq!(t.remove(key(k)), Some(1));
        }
        // A large table returns memory during the operations that follow.
        for k in keys.iter().chain(&keys) {
            assert_eq!(t.remove(key(k)), None);
        }
        assert_eq!(t.report().bytes.total(), 8, "after {n}");
        assert_eq!(t.report().peak, n.min(255));
    }
}

#[test]
fn memory_comes_back_when_most_entries_go() {
    let keys = keys(100_000);
    let mut t: Dict<u64> = Dict::new(Order::Any);
    for (i, k) in keys.iter().enumerate() {
        t.insert(key(k), i as u64);
    }
    let full = t.report();
    assert!(full.migrations > 5 && full.longest_probe < 16, "{full:?}");
    // Keep every thousandth entry, so that no segment becomes empty by itself.
    for k in keys.iter().enumerate().filter(|(i, _)| i % 1000 != 0).map(|(_, k)| k) {
        t.remove(key(k));
    }
    for _ in 0..2000 {
        t.get_mut(key(&keys[0]));
    }
    let left = t.report();
    assert!(left.compactions > 0 && left.bytes.total() * 100 < full.bytes.total(), "{left:?}");
    let order: Vec<u64> = t.iter().map(|(_, v)| *v).collect();
    assert!(order.iter().copied().eq((0..100_000).step_by(1000)));
}

#[test]
fn a_queue_keeps_only_what_is_in_it() {
    let keys = keys(300_000);
    let mut t: Dict<u64> = Dict::new(Order::Any);
    for (i, k) in keys.iter().enumerate() {
        t.insert(key(k), i as u64);
        if i >= 5000 {
            assert_eq!(t.remove(key(&keys[i - 5000])), Some(i as u64 - 5000));
        }
    }
    let r = t.report();
    assert!(r.bytes.total() < 5000 * 120, "{r:?}");
    assert_eq!(r.compactions, 0, "a queue's segments become empty without compaction");
    assert_eq!(t.nth(17).map(|(_, v)| *v), Some(295_017));
}

#[test]
fn an_entry_is_found_by_number_while_records_move_together() {
    let keys = keys(20_000);
    let mut t: Dict<u64> = Dict::new(Order::Any);
    for (i, k) in keys.iter().enumerate() {
        t.insert(key(k), i as u64);
    }
    for (i, k) in keys.iter().enumerate().filter(|(i, _)| i % 8 != 0) {
        assert_eq!(t.remove(key(k)), Some(i as u64));
        assert_eq!(t.nth(i / 16).map(|(_, v)| *v), Some(i as u64 / 16 * 8), "after {i}");
    }
    assert!(t.report().compactions > 0);
}

#[test]
fn colliding_keys_make_a_table_take_a_hash_of_its_own() {
    let keys = keys(5000);
    let mut t: Dict<u64> = Dict::new(Order::Any);
    for (i, (k, _)) in keys.iter().enumerate() {
        t.insert(Key::new(k.as_bytes(), 1), i as u64);
    }
    let r = t.report();
    assert_eq!(r.rekeys, 1);
    assert!(r.longest_probe < 16, "{r:?}");
    let copy = t.clone();
    for (i, (k, _)) in keys.iter().enumerate() {
        assert_eq!(t.get(Key::new(k.as_bytes(), 1)), Some(&(i as u64)));
        assert_eq!(copy.get(Key::new(k.as_bytes(), 1)), Some(&(i as u64)));
    }
}

#[test]
fn a_cursor_of_another_table_does_no_harm() {
    let keys = keys(4000);
    let (mut a, mut b): (Dict<u64>, Dict<u64>) = (Dict::empty(), Dict::empty());
    for (i, k) in keys.iter().enumerate() {
        a.insert(key(k), 1);
        let mut cursor = a.cursor();
        a.next(&mut cursor);
        b.next(&mut cursor);
        if i % 3 == 0 {
            b.insert(key(k), 2);
        }
        b.next(&mut cursor);
        b.finish(cursor);
    }
    assert_eq!((a.len(), b.len()), (4000, 1334));
}
