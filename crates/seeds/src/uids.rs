//! Unique numbers.
use dict::{KeyHash, SipHash24};
use std::collections::HashMap;

/// Draws unique numbers from pools. A number is the keyed hash of the pool's instance and counter.
pub struct Uids {
    hash: SipHash24,
    /// The run's instance; `None` in a repeatable run, where a pool's instance is its number.
    instance: Option<u64>,
    counters: HashMap<u64, u64>,
}

/// The pools from this number on share pool 1.
const MAX_POOLS: u64 = 10_000;

impl Uids {
    /// Creates the pools. `instance` distinguishes this run from others; `None` makes the run repeatable.
    pub fn new(siphash_key: [u64; 2], instance: Option<u64>) -> Self {
        Uids { hash: SipHash24::keyed(siphash_key), instance, counters: HashMap::new() }
    }

    /// Returns the next number of a pool.
    pub fn next(&mut self, pool: u64) -> u64 {
        let pool = if pool < MAX_POOLS { pool } else { 1 };
        let counter = self.counters.entry(pool).or_insert(0);
        *counter += 1;
        let instance = self.instance.map_or(pool, |i| i.wrapping_add(pool));
        let mut key = [0; 16];
        key[..8].copy_from_slice(&instance.to_le_bytes());
        key[8..].copy_from_slice(&counter.to_le_bytes());
        self.hash.hash(&key)
    }
}
