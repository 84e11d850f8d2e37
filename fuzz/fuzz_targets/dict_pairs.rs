//! Runs one list of operations on the product's table and on the clustered table; both must agree with the same model.
#![no_main]
use dict::{ClusteredDict, Dict, Order};
use history::{Hash, Promise, run};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/dict/tests/history/mod.rs"]
#[allow(dead_code, reason = "the generator of histories is for the smoke run")]
mod history;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, history)) = data.split_first() else { return };
    let hash = [Hash::Good, Hash::Equal, Hash::HighByte, Hash::Counting][usize::from(choice) % 4];
    let order = if choice & 4 == 0 { Order::Any } else { Order::Insertion };
    run::<Dict<_>>(history, hash, &Promise { order, in_order: true, walks_outlive_clear: true });
    let in_order = order == Order::Insertion;
    run::<ClusteredDict<_>>(history, hash, &Promise { order, in_order, walks_outlive_clear: false });
});
