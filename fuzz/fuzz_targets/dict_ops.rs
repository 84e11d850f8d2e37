//! Runs lists of operations on each table and compares the results with a model.
#![no_main]
use dict::{ChainedDict, ClusteredDict, Dict, Order};
use history::{Hash, Promise, run};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/dict/tests/history/mod.rs"]
#[allow(dead_code, reason = "the generator of histories is for the smoke run")]
mod history;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, history)) = data.split_first() else { return };
    let hash = [Hash::Good, Hash::Equal, Hash::HighByte, Hash::Counting][usize::from(choice) % 4];
    let promise = |order, in_order, walks_outlive_clear| Promise { order, in_order, walks_outlive_clear };
    match choice / 4 % 4 {
        0 | 1 => run::<Dict<_>>(history, hash, &promise(Order::Any, true, true)),
        2 => run::<ClusteredDict<_>>(history, hash, &promise(Order::Any, false, false)),
        _ => run::<ChainedDict<_>>(history, hash, &promise(Order::Insertion, true, false)),
    }
});
