//! Checks every poller against the contract in the module's documentation.
use super::*;
use crate::sys::{Clock, Portable};
use std::io::{Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::sync::{PoisonError, RwLock};

/// Returns all pollers of this machine. io_uring may be forbidden; if so, prints a line that says so.
fn pollers() -> Vec<Box<dyn Poller>> {
    let mut all: Vec<Box<dyn Poller>> = vec![Box::new(Portable::new().expect("the polling crate's queue"))];
    for kind in PollerKind::ALL {
        match kind.open() {
            Ok(p) => all.push(p),
            Err(e) if kind == PollerKind::IoUring => println!("io_uring is left out: {e}"),
            Err(e) => assert_eq!(e.kind(), io::ErrorKind::Unsupported, "{kind}: {e}"),
        }
    }
    all
}

/// Runs `part` on each poller that detects readiness: all but `busy`.
fn check(part: impl Fn(&mut dyn Poller)) {
    let _few = MANY.read().unwrap_or_else(PoisonError::into_inner);
    for mut poller in pollers() {
        if poller.name() != "busy" {
            println!("{}", poller.name());
            part(&mut *poller);
        }
    }
}

/// Returns the ready descriptors by token; waits at most a second for the first.
fn ready(poller: &mut dyn Poller, timeout: Duration) -> Vec<(u64, bool, bool)> {
    let mut events = Vec::new();
    poller.wait(Some(timeout), &mut events).expect("wait");
    let mut found: Vec<_> = events.iter().map(|e| (e.token.0, e.readable, e.writable)).collect();
    found.sort_unstable();
    found
}

const NOW: Duration = Duration::ZERO;
const SOON: Duration = Duration::from_secs(1);

fn pair() -> (UnixStream, UnixStream) {
    let (a, b) = UnixStream::pair().expect("a pair of sockets");
    a.set_nonblocking(true).expect("non-blocking");
    (a, b)
}

#[test]
fn what_stays_ready_is_reported_again_after_rearming() {
    check(|poller| {
        let (a, mut b) = pair();
        poller.add(a.as_fd(), Token(7), Interest::Read).unwrap();
        assert_eq!(ready(poller, NOW), []);
        b.write_all(b"x").unwrap();
        for _ in 0..3 {
            assert_eq!(ready(poller, SOON), [(7, true, false)]);
            poller.rearm(a.as_raw_fd());
        }
        assert_eq!((&a).read(&mut [0; 8]).unwrap(), 1);
        // The last rearm may have caused a report before the byte was read.
        let _ = ready(poller, NOW);
        poller.rearm(a.as_raw_fd());
        assert_eq!(ready(poller, Duration::from_millis(5)), []);
        b.write_all(b"y").unwrap();
        assert_eq!(ready(poller, SOON), [(7, true, false)]);
    });
}

#[test]
fn readiness_of_before_the_registration_counts() {
    check(|poller| {
        let (a, mut b) = pair();
        b.write_all(b"x").unwrap();
        poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
        assert_eq!(ready(poller, SOON), [(1, true, false)]);
    });
}

#[test]
fn only_what_was_asked_for_is_reported() {
    check(|poller| {
        let ((a, mut b), (c, _d)) = (pair(), pair());
        b.write_all(b"x").unwrap();
        poller.add(a.as_fd(), Token(1), Interest::Write).unwrap();
        poller.add(c.as_fd(), Token(2), Interest::Read).unwrap();
        assert_eq!(ready(poller, SOON), [(1, false, true)]);
        poller.modify(a.as_fd(), Interest::Both).unwrap();
        poller.modify(c.as_fd(), Interest::Both).unwrap();
        assert_eq!(ready(poller, SOON), [(1, true, true), (2, false, true)]);
        poller.modify(a.as_fd(), Interest::Read).unwrap();
        poller.modify(c.as_fd(), Interest::Read).unwrap();
        assert_eq!(ready(poller, SOON), [(1, true, false)]);
    });
}

#[test]
fn a_hangup_is_readable_and_writable_as_far_as_asked_for() {
    check(|poller| {
        let ((a, b), (c, d)) = (pair(), pair());
        poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
        poller.add(c.as_fd(), Token(2), Interest::Both).unwrap();
        drop(b);
        drop(d);
        assert_eq!(ready(poller, SOON), [(1, true, false), (2, true, true)]);
    });
}

#[test]
fn timeouts_are_never_cut_short_and_zero_does_not_sleep() {
    let clock = Clock::new();
    check(|poller| {
        let (a, _b) = pair();
        poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
        for micros in [50, 999, 1_001, 5_300] {
            let timeout = Duration::from_micros(micros);
            let mut best = Duration::MAX;
            for _ in 0..5 {
                let start = clock.now();
                assert_eq!(ready(poller, timeout), []);
                let passed = clock.now().since(start);
                assert!(passed >= timeout, "{}: {passed:?} of {timeout:?}", poller.name());
                best = best.min(passed);
            }
            // Only a wrong unit exceeds this bound.
            assert!(best < timeout + Duration::from_millis(60), "{}: {best:?} of {timeout:?}", poller.name());
        }
        let hundred = |_| {
            let start = clock.now();
            for _ in 0..100 {
                assert_eq!(ready(poller, NOW), []);
            }
            clock.now().since(start)
        };
        let best = (0..5).map(hundred).min().unwrap();
        assert!(best < Duration::from_millis(100), "{}: {best:?}", poller.name());
    });
}

#[test]
fn without_a_timeout_it_sleeps_until_something_is_ready() {
    check(|poller| {
        let (a, mut b) = pair();
        poller.add(a.as_fd(), Token(3), Interest::Read).unwrap();
        let writer = std::thread::spawn(move || {
            sys::sleep(Duration::from_millis(20));
            b.write_all(b"x").unwrap();
            b
        });
        let mut events = Vec::new();
        while events.is_empty() {
            poller.wait(None, &mut events).unwrap();
        }
        assert_eq!(events, [Event { token: Token(3), fd: a.as_raw_fd(), readable: true, writable: false }]);
        writer.join().unwrap();
    });
}

/// Locked by tests that open many descriptors. If they ran together, they would leave no descriptor below 1024 for
/// select.
static MANY: RwLock<()> = RwLock::new(());

#[test]
fn all_of_many_are_reported() {
    check(|poller| {
        let pairs: Vec<_> = (0..400).map(|_| pair()).collect();
        for (n, (a, b)) in pairs.iter().enumerate() {
            poller.add(a.as_fd(), Token(n as u64), Interest::Read).unwrap();
            (&*b).write_all(b"x").unwrap();
        }
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..50 {
            let mut events = Vec::new();
            poller.wait(Some(NOW), &mut events).unwrap();
            for e in events {
                assert_eq!((&pairs[e.token.0 as usize].0).read(&mut [0; 8]).unwrap_or(0).min(1), 1);
                poller.rearm(e.fd);
                seen.insert(e.token.0);
            }
        }
        assert_eq!(seen.len(), 400, "{}", poller.name());
    });
}

#[test]
fn a_removed_descriptor_is_silent_and_its_number_can_be_used_again() {
    check(|poller| {
        for round in 0..3 {
            let (a, mut b) = pair();
            poller.add(a.as_fd(), Token(round), Interest::Read).unwrap();
            b.write_all(b"x").unwrap();
            assert_eq!(ready(poller, SOON), [(round, true, false)]);
            if round == 1 {
                poller.rearm(a.as_raw_fd());
            }
            poller.remove(a.as_raw_fd()).unwrap();
            assert_eq!(ready(poller, NOW), []);
        }
    });
}

#[test]
fn a_descriptor_that_was_closed_first_disturbs_no_other() {
    check(|poller| {
        let ((a, b), (c, mut d)) = (pair(), pair());
        let gone = a.as_raw_fd();
        poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
        poller.add(c.as_fd(), Token(2), Interest::Read).unwrap();
        drop((a, b));
        d.write_all(b"x").unwrap();
        let found = (0..3).any(|_| ready(poller, Duration::from_millis(50)).contains(&(2, true, false)));
        assert!(found, "{}", poller.name());
        poller.remove(gone).unwrap();
        poller.rearm(c.as_raw_fd());
        assert_eq!(ready(poller, SOON), [(2, true, false)]);
    });
}

#[test]
fn mistakes_are_named() {
    let _few = MANY.read().unwrap_or_else(PoisonError::into_inner);
    for mut poller in pollers() {
        let ((a, _b), (c, _d)) = (pair(), pair());
        poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
        let again = poller.add(a.as_fd(), Token(2), Interest::Read).unwrap_err();
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists, "{}", poller.name());
        assert_eq!(poller.modify(c.as_fd(), Interest::Read).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(poller.remove(c.as_raw_fd()).unwrap_err().kind(), io::ErrorKind::NotFound);
        poller.remove(a.as_raw_fd()).unwrap();
        poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
    }
}

#[test]
fn select_refuses_what_it_cannot_hold() {
    let _alone = MANY.write().unwrap_or_else(PoisonError::into_inner);
    let mut poller = PollerKind::Select.open().unwrap();
    let pairs: Vec<_> = (0..520).map(|_| pair()).collect();
    let high =
        pairs.iter().flat_map(|(a, b)| [a, b]).find(|s| s.as_raw_fd() >= 1024).expect("1,040 descriptors");
    let error = poller.add(high.as_fd(), Token(1), Interest::Read).unwrap_err();
    assert!(error.to_string().contains("above what select can hold: 1023"), "{error}");
}

#[test]
fn busy_reports_everything_and_naps() {
    let clock = Clock::new();
    let mut poller = PollerKind::Busy.open().unwrap();
    let (a, _b) = pair();
    poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
    let start = clock.now();
    let mut events = Vec::new();
    poller.wait(None, &mut events).unwrap();
    assert_eq!(events.len(), 1);
    assert!(clock.now().since(start) >= Duration::from_micros(20));
}

#[test]
fn the_ring_shows_readiness_in_memory() {
    let Ok(mut poller) = PollerKind::IoUring.open() else {
        println!("io_uring is left out: it is not allowed here");
        return;
    };
    let (a, mut b) = pair();
    let hint = poller.hint();
    poller.add(a.as_fd(), Token(1), Interest::Read).unwrap();
    assert_eq!(ready(&mut *poller, NOW), []);
    assert!(!hint.ready());
    b.write_all(b"x").unwrap();
    assert!((0..1000).any(|_| {
        sys::sleep(Duration::from_micros(10));
        hint.ready()
    }));
    assert_eq!(ready(&mut *poller, NOW), [(1, true, false)]);
    assert!(!hint.ready());
}

#[test]
fn names_are_parsed_and_wrong_ones_answered_with_the_choices() {
    for kind in PollerKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert!("kevent".parse::<PollerKind>().unwrap_err().contains("expected one of epoll, io_uring"));
}
