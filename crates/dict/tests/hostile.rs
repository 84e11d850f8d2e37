//! Keys, values and callers that panic during an operation leave a usable table behind.
use dict::{ChainedDict, ClusteredDict, Dict, FoldHash, Key, KeyHash, Map, Order, Table, TableKey};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A key whose encoding sometimes panics.
struct Moody(u32);

thread_local! {
    static CALM: Cell<u32> = const { Cell::new(u32::MAX) };
}

fn maybe_panic() {
    CALM.with(|c| {
        assert!(c.get() > 0, "as arranged");
        c.set(c.get() - 1);
    });
}

impl TableKey for Moody {
    type Bytes<'a> = [u8; 4];

    fn write(&self) -> [u8; 4] {
        maybe_panic();
        self.0.to_le_bytes()
    }

    fn read(bytes: &[u8]) -> Self {
        Moody(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

fn panicking_keys<T: Table<Box<u32>>>() {
    let mut m: Map<Moody, Box<u32>, T, FoldHash> = Map::new(Order::Insertion, [1, 2]);
    let mut panics = 0;
    for i in 0..2000 {
        CALM.set(i % 7);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            m.insert(&Moody(i), Box::new(i));
            m.find_or_insert_with(&Moody(i + 10_000), || {
                maybe_panic();
                Box::new(i)
            });
            m.get_mut(&Moody(i / 2));
            m.remove(&Moody(i / 3));
        }));
        panics += u32::from(outcome.is_err());
    }
    CALM.set(u32::MAX);
    assert!(panics > 500, "{panics}");
    let entries: Vec<(u32, u32)> = m.iter().map(|(k, v)| (k.0, **v)).collect();
    assert_eq!(entries.len(), m.len());
    for (k, v) in entries {
        assert_eq!(m.get(&Moody(k)).map(|b| **b), Some(v));
        assert!(v == k || v + 10_000 == k);
    }
}

#[test]
fn keys_and_makers_may_panic() {
    panicking_keys::<Dict<_>>();
    panicking_keys::<ClusteredDict<_>>();
    panicking_keys::<ChainedDict<_>>();
}

/// A value that panics once when it is dropped.
struct Mine(bool);

impl Drop for Mine {
    fn drop(&mut self) {
        assert!(!self.0 || std::thread::panicking(), "as arranged");
    }
}

#[test]
fn a_value_may_panic_as_a_dict_is_cleared() {
    for n in [1, 5, 16, 17, 3000_u32] {
        let hash = FoldHash::keyed([3, 4]);
        let mut t: Dict<Mine> = Dict::empty();
        for i in 0..n {
            let k = i.to_le_bytes();
            t.insert(Key::new(&k, hash.hash(&k)), Mine(i == n / 2));
        }
        assert!(catch_unwind(AssertUnwindSafe(|| t.clear())).is_err());
        assert!(t.is_empty() && t.iter().next().is_none());
        t.insert(Key::new(b"again", 5), Mine(false));
        assert!(t.get(Key::new(b"again", 5)).is_some());
    }
}

#[test]
fn a_clone_that_panics_drops_what_it_has() {
    #[derive(Debug)]
    struct Fragile(Box<u32>);
    impl Clone for Fragile {
        fn clone(&self) -> Self {
            assert!(*self.0 != 700, "as arranged");
            Fragile(self.0.clone())
        }
    }
    let hash = FoldHash::keyed([3, 4]);
    let mut t: Dict<Fragile> = Dict::empty();
    for i in 0..1000_u32 {
        let k = i.to_le_bytes();
        t.insert(Key::new(&k, hash.hash(&k)), Fragile(Box::new(i)));
    }
    assert!(catch_unwind(AssertUnwindSafe(|| t.clone())).is_err());
    assert_eq!(t.len(), 1000);
}
