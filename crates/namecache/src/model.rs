//! A model of the eviction policies: a list that is searched. It is slow, but simple enough to be evidently right.
//! [`compare`] compares a [`Cache`] with it.
use crate::cache::{Cache, Millis, Value};
use crate::config::{Polarity, Policy};
use std::sync::Arc;

struct Row {
    key: u64,
    value: u64,
    came: u64,
    used: u64,
    uses: u64,
    expires: Millis,
}

struct Model {
    policy: Policy,
    limit: usize,
    ttl: Millis,
    clock: u64,
    rows: Vec<Row>,
}

impl Model {
    fn get(&mut self, now: Millis, key: u64) -> Option<u64> {
        let row = self.rows.iter_mut().find(|r| r.key == key && r.expires > now)?;
        self.clock += 1;
        row.used = self.clock;
        row.uses += 1;
        Some(row.value)
    }

    fn offer(&mut self, now: Millis, key: u64, value: u64) {
        if let Some(row) = self.rows.iter_mut().find(|r| r.key == key) {
            row.value = value;
            row.expires = now + self.ttl;
            return;
        }
        while self.rows.len() >= self.limit {
            let victim = match self.policy {
                Policy::Fifo => self.rows.iter().min_by_key(|r| r.came),
                Policy::Lru => self.rows.iter().min_by_key(|r| r.used),
                Policy::Lfu => self.rows.iter().min_by_key(|r| (r.uses, r.used)),
            };
            let Some(victim) = victim.map(|r| r.key) else { break };
            self.rows.retain(|r| r.key != victim);
        }
        self.clock += 1;
        let clock = self.clock;
        self.rows.push(Row { key, value, came: clock, used: clock, uses: 0, expires: now + self.ttl });
    }
}

/// A linear congruential generator (Knuth's MMIX constants) for reproducible tests.
pub struct Random(pub u64);

impl Random {
    /// Returns the next 31 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Returns a number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
}

fn value(n: u64) -> Value {
    Arc::from(n.to_le_bytes().as_slice())
}

/// Runs random operations on a cache of 24 entries and on the model, and compares results and sizes.
///
/// # Errors
/// The first difference, with its step.
pub fn compare(policy: Policy, operations: u32, seed: u64) -> Result<(), String> {
    let limit = 24;
    let rules = Polarity { ttl: 60, policy, threshold: 1 };
    let mut random = Random(seed);
    let mut cache = Cache::new(rules, limit, 0, [1, 2]);
    let mut model = Model { policy, limit: limit as usize, ttl: 60_000, clock: 0, rows: Vec::new() };
    let mut now = 0;
    for step in 0..operations {
        let key = random.below(40);
        let bytes = key.to_le_bytes();
        match random.below(100) {
            0..55 => {
                let got = cache.get(now, &bytes).map(|e| Arc::clone(&e.value));
                let expected = model.get(now, key).map(value);
                if got != expected {
                    return Err(format!("step {step}: key {key} gave {got:?}, expected {expected:?}"));
                }
            }
            55..90 => {
                let v = random.below(4);
                cache.offer(now, &bytes, &value(v), 0, None);
                model.offer(now, key, v);
            }
            90..94 => {
                let gone = cache.remove(&bytes).is_some();
                let before = model.rows.len();
                model.rows.retain(|r| r.key != key);
                if gone != (model.rows.len() < before) {
                    return Err(format!("step {step}: key {key} was in only one of the two"));
                }
            }
            _ => {
                now += random.below(6_000);
                cache.expire(now);
                model.rows.retain(|r| r.expires > now);
            }
        }
        if cache.len() != model.rows.len() || cache.len() > limit as usize {
            return Err(format!("step {step}: {} entries, expected {}", cache.len(), model.rows.len()));
        }
    }
    if operations >= 100_000 && cache.evicted() < u64::from(operations) / 100 {
        return Err(format!("only {} evictions: too few to test the policy", cache.evicted()));
    }
    Ok(())
}
