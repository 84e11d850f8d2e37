use super::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

/// The model for [`Timers`]: a sorted map of (time, order of setting).
#[derive(Default)]
struct Model {
    timers: BTreeMap<(u64, u64), u64>,
}

/// Compares one seeded run of sets, cancellations and expiries with the model. Timers are set up to `reach` nanoseconds
/// ahead; time moves by at most `step` between expiries.
fn check(seed: u64, ops: usize, reach: u64, step: u64, cancels: u32) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut now = rng.random_range(0..1 << 60);
    let mut timers = Timers::new(Time::from_nanos(now));
    let mut model = Model::default();
    let mut keys: Vec<(TimerKey, u64, u64)> = Vec::new();
    for n in 0..ops as u64 {
        match rng.random_range(0..100) {
            c if c < cancels && !keys.is_empty() => {
                let (key, when, order) = keys.swap_remove(rng.random_range(0..keys.len()));
                let there = model.timers.remove(&(when, order)).is_some();
                assert_eq!(timers.cancel(key), there, "cancel {n} of seed {seed}");
            }
            c if c < 85 => {
                let back = rng.random_range(0..100) == 0;
                let ahead = rng.random_range(0..reach) >> rng.random_range(0..32);
                let when = if back { now.saturating_sub(ahead) } else { now + ahead };
                keys.push((timers.set(Time::from_nanos(when), n), when, n));
                model.timers.insert((when, n), n);
            }
            c => {
                now += rng.random_range(0..step);
                if c == 99 {
                    let first = model.timers.first_key_value().map(|(k, _)| Time::from_nanos(k.0));
                    assert_eq!(timers.earliest(), first, "earliest at {n} of seed {seed}");
                }
                while let Some((when, value)) = timers.pop(Time::from_nanos(now)) {
                    let first = model.timers.pop_first();
                    assert_eq!(first, Some(((when.nanos(), value), value)), "pop at {n} of seed {seed}");
                }
                let next = model.timers.first_key_value().map(|(k, _)| k.0);
                assert!(next.is_none_or(|t| t > now), "{next:?} is overdue at {now}, seed {seed}");
                assert!(
                    next.is_none_or(|t| timers.not_before().nanos() <= t),
                    "the floor is later than the next timer"
                );
            }
        }
        assert_eq!(timers.len(), model.timers.len());
    }
}

#[test]
fn equals_a_sorted_map_with_timers_near_and_far() {
    for (seed, (reach, step)) in
        [(1 << 17, 1 << 15), (1 << 24, 1 << 22), (1 << 38, 1 << 33), (1 << 50, 1 << 44), (1 << 62, 1 << 40)]
            .into_iter()
            .enumerate()
    {
        check(seed as u64, 200_000, reach, step, 42);
        check(seed as u64 + 100, 100_000, reach, step, 10);
    }
}

#[test]
fn ten_million_operations_equal_a_sorted_map() {
    check(7, 10_000_000, 1 << 38, 1 << 27, 40);
}

#[test]
fn equal_times_fire_in_the_order_of_setting_across_cascades() {
    let mut timers = Timers::new(Time::ZERO);
    let when = Time::from_nanos(1 << 40);
    for n in 0..200 {
        timers.set(when, n);
        // Time moves towards the timers, so later timers enter lower levels directly.
        let near = Time::from_nanos((1 << 40) - (1 << (40 - n / 8)));
        assert_eq!(timers.pop(near), None);
    }
    let fired: Vec<u32> = std::iter::from_fn(|| timers.pop(when)).map(|(_, n)| n).collect();
    assert_eq!(fired, (0..200).collect::<Vec<_>>());
}

#[test]
fn none_fires_early_within_its_tick() {
    let mut timers = Timers::new(Time::ZERO);
    timers.set(Time::from_nanos(70_001), ());
    assert_eq!(timers.pop(Time::from_nanos(70_000)), None);
    assert_eq!(timers.pop(Time::from_nanos(70_001)), Some((Time::from_nanos(70_001), ())));
}

#[test]
fn a_key_is_stale_after_its_timer_fired_and_its_index_was_used_again() {
    let mut timers = Timers::new(Time::ZERO);
    let old = timers.set(Time::from_nanos(5), 'a');
    assert_eq!(timers.pop(Time::from_nanos(9)), Some((Time::from_nanos(5), 'a')));
    let new = timers.set(Time::from_nanos(20), 'b');
    assert!(!timers.cancel(old));
    assert!(timers.cancel(new));
    assert!(!timers.cancel(new));
}

#[test]
fn what_cancellations_leave_behind_is_bounded() {
    let mut timers = Timers::new(Time::ZERO);
    let mut keys: Vec<_> = (0..1000).map(|n| timers.set(Time::from_nanos(1 << 40), n)).collect();
    // A thousand inactivity timers, each reset a thousand times, as on connections with traffic.
    for round in 1..1000u64 {
        for key in &mut keys {
            assert!(timers.cancel(*key));
            *key = timers.set(Time::from_nanos((1 << 40) + (round << 20)), 0);
        }
        assert!(timers.slots.stored() <= 2 * timers.len() + SLACK + 64, "{}", timers.slots.stored());
    }
    for key in keys {
        assert!(timers.cancel(key));
    }
    assert_eq!((timers.slots.stored(), timers.earliest(), timers.not_before()), (0, None, Time::NEVER));
}

#[test]
fn short_timers_cancelled_within_one_tick_are_bounded_too() {
    let mut timers = Timers::new(Time::ZERO);
    timers.set(Time::from_nanos(10), 0);
    for n in 0..100_000 {
        let key = timers.set(Time::from_nanos(20), n);
        assert!(timers.cancel(key));
        assert!(timers.fresh.len() <= 2 * timers.len() + SLACK + 1);
    }
}

#[test]
fn the_last_point_of_time_has_a_place() {
    let mut timers = Timers::new(Time::ZERO);
    timers.set(Time::NEVER, ());
    assert_eq!(timers.earliest(), Some(Time::NEVER));
    assert_eq!(timers.pop(Time::from_nanos(u64::MAX - 1)), None);
    assert_eq!(timers.pop(Time::NEVER), Some((Time::NEVER, ())));
}
