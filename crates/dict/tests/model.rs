//! Compares every table with the model, over generated histories and all hashes.
use dict::{ChainedDict, ClusteredDict, Dict, Order};
use history::{Hash, Promise, generated, run};

mod history;

const HASHES: [Hash; 4] = [Hash::Good, Hash::Equal, Hash::HighByte, Hash::Counting];

/// The number of histories; sanitizers and Valgrind run fewer.
fn rounds() -> u64 {
    option_env!("DICT_ROUNDS").and_then(|n| n.parse().ok()).unwrap_or(120)
}

fn check<T: dict::Table<history::Value>>(promise: &Promise) {
    for seed in 0..rounds() {
        let history = generated(seed, 150 + (seed as usize % 7) * 120);
        for hash in HASHES {
            let outcome =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run::<T>(&history, hash, promise)));
            assert!(outcome.is_ok(), "seed {seed}, {hash:?}");
        }
    }
}

#[test]
fn dict_does_as_the_model() {
    check::<Dict<_>>(&Promise { order: Order::Any, in_order: true, walks_outlive_clear: true });
}

#[test]
fn chained_does_as_the_model() {
    check::<ChainedDict<_>>(&Promise { order: Order::Any, in_order: false, walks_outlive_clear: false });
}

#[test]
fn ordered_chained_does_as_the_model() {
    check::<ChainedDict<_>>(&Promise { order: Order::Insertion, in_order: true, walks_outlive_clear: false });
}

#[test]
fn clustered_does_as_the_model() {
    check::<ClusteredDict<_>>(&Promise { order: Order::Any, in_order: false, walks_outlive_clear: false });
}

#[test]
fn ordered_clustered_does_as_the_model() {
    check::<ClusteredDict<_>>(&Promise {
        order: Order::Insertion,
        in_order: true,
        walks_outlive_clear: false,
    });
}
