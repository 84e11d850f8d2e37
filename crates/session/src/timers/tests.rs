//! Compares the wheel with a sorted list.
use super::*;

fn fire(t: &mut Timers<u32>, owner: &mut TimerId, now: i64) -> Vec<u32> {
    let mut out = Vec::new();
    while let Some((id, what)) = t.pop_due(Timestamp::from_nanos(now)) {
        t.forget(id, owner);
        t.finish(id);
        out.push(what);
    }
    out
}

#[test]
fn fires_in_the_order_of_times() {
    let (mut t, mut owner) = (Timers::new(), TimerId::NONE);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut want = Vec::new();
    for n in 0..5000 {
        let at = rng.i64(0..1 << (10 + n % 52));
        t.add(Timestamp::from_nanos(at), n, &mut owner);
        want.push((at, n));
    }
    want.sort_unstable();
    let mut got = Vec::new();
    for step in [0, 1, 1 << 26, 1 << 33, 1 << 41, i64::MAX] {
        got.extend(fire(&mut t, &mut owner, step));
        let due: Vec<u32> = want.iter().filter(|w| w.0 <= step).map(|w| w.1).collect();
        assert_eq!(got, due, "at {step}");
    }
    assert_eq!((t.len(), owner), (0, TimerId::NONE));
}

#[test]
fn nothing_is_due_before_the_time_that_is_told_for_nothing() {
    let (mut t, mut owner) = (Timers::new(), TimerId::NONE);
    let mut rng = fastrand::Rng::with_seed(7);
    let mut now = 0;
    for n in 0..2000 {
        let ahead = rng.i64(0..1 << (10 + n % 32));
        t.add(Timestamp::from_nanos(now + ahead), n, &mut owner);
        let quiet = t.not_before();
        if quiet > Timestamp::from_nanos(now) {
            let last = Timestamp::from_nanos(quiet.nanos() - 1);
            assert!(t.nothing_due(last) && t.pop_due(last).is_none(), "{n}");
            assert!(!t.nothing_due(quiet), "{n}: a timer is due earlier than promised");
        }
        now += rng.i64(0..1 << 27);
        fire(&mut t, &mut owner, now);
    }
}

#[test]
fn the_next_one_is_known_exactly() {
    let (mut t, mut owner) = (Timers::new(), TimerId::NONE);
    assert_eq!(t.next(), None);
    let at = |n: i64| Timestamp::from_nanos(n);
    for n in [1 << 40, (1 << 40) + 7, (1 << 40) - 3, 1 << 50] {
        t.add(at(n), 0, &mut owner);
    }
    assert_eq!(t.next(), Some(at((1 << 40) - 3)));
    assert_eq!(fire(&mut t, &mut owner, 1 << 40).len(), 2);
    assert_eq!(t.next(), Some(at((1 << 40) + 7)));
    t.add(at(5), 1, &mut owner);
    assert_eq!(t.next(), Some(at(5)));
    t.cancel_where(&mut owner, |w| *w == 1);
    assert_eq!(t.next(), Some(at((1 << 40) + 7)));
    t.cancel_all(&mut owner);
    assert_eq!(t.next(), None);
}

#[test]
fn a_cancelled_timer_does_not_fire_and_its_entry_is_used_again() {
    let (mut t, mut a, mut b) = (Timers::new(), TimerId::NONE, TimerId::NONE);
    for round in 0..100i64 {
        let base = round << 30;
        t.add(Timestamp::from_nanos(base + 5), 1, &mut a);
        t.add(Timestamp::from_nanos(base + (1 << 40)), 2, &mut a);
        t.add(Timestamp::from_nanos(base + 6), 3, &mut b);
        t.add(Timestamp::from_nanos(base + 7), 4, &mut b);
        t.cancel_where(&mut b, |w| *w == 4);
        t.cancel_all(&mut a);
        assert_eq!(fire(&mut t, &mut b, base + 10), [3]);
    }
    assert!(t.entries.len() < 10, "{}", t.entries.len());
    assert_eq!(t.len(), 0);
}

#[test]
fn timers_that_are_due_together_can_cancel_each_other() {
    let (mut t, mut kept, mut cancelled) = (Timers::new(), TimerId::NONE, TimerId::NONE);
    for n in 0..1000u32 {
        // Over many ticks, the latest first.
        let at = Timestamp::from_nanos(i64::from(1000 - n) << 25);
        t.add(at, n, if n % 2 == 0 { &mut kept } else { &mut cancelled });
    }
    let first = t.pop_due(Timestamp::MAX).map(|(id, n)| {
        t.forget(id, &mut cancelled);
        t.finish(id);
        n
    });
    assert_eq!(first, Some(999));
    t.cancel_all(&mut cancelled);
    assert_eq!(t.len(), 500);
    assert_eq!(fire(&mut t, &mut kept, i64::MAX), (0..1000).rev().filter(|n| n % 2 == 0).collect::<Vec<_>>());
    // An entry that was cancelled in the wheel is free at once, one in the heap when it comes to the top.
    t.add(Timestamp::MAX, 1, &mut kept);
    assert_eq!((t.entries.len(), t.len()), (1000, 1));
}

#[test]
fn timers_added_for_the_past_fire_at_once() {
    let (mut t, mut o) = (Timers::new(), TimerId::NONE);
    assert!(fire(&mut t, &mut o, 1 << 50).is_empty());
    t.add(Timestamp::from_nanos(3), 9, &mut o);
    assert!(!t.nothing_due(Timestamp::from_nanos(1 << 50)));
    assert_eq!(fire(&mut t, &mut o, 1 << 50), [9]);
    assert!(t.nothing_due(Timestamp::from_nanos(1 << 50)));
}
