//! Checks the nursery's actions over time.
#![expect(clippy::disallowed_methods, reason = "a time to count from")]
use std::time::{Duration, Instant};
use supervisor::{Act, NodeConfig, Nursery, Order, Urge};

struct Test {
    nursery: Nursery,
    start: Instant,
}

impl Test {
    fn new() -> Self {
        Test { nursery: Nursery::new(), start: Instant::now() }
    }

    fn at(&self, seconds: u64) -> Instant {
        self.start + Duration::from_secs(seconds)
    }

    /// Returns the pending actions as text.
    fn acts(&mut self) -> String {
        let acts = std::iter::from_fn(|| self.nursery.poll_act()).map(|act| match act {
            Act::Start(node) => format!("start {}{}", node.name, node.interface.unwrap_or_default()),
            Act::Urge(name, Urge::Ask) => format!("ask {name}"),
            Act::Urge(name, Urge::Kill) => format!("kill {name}"),
        });
        acts.collect::<Vec<_>>().join(", ")
    }

    fn order(&mut self, order: Order, seconds: u64) -> String {
        self.nursery.handle_order(order, self.at(seconds));
        self.acts()
    }

    fn create(&mut self, name: &str, seconds: u64) -> String {
        self.order(Order::Create(Box::new(NodeConfig::new(name))), seconds)
    }

    fn end(&mut self, name: &str, seconds: u64) -> String {
        self.nursery.handle_end(name, self.at(seconds));
        self.acts()
    }

    fn time(&mut self, seconds: u64) -> String {
        self.nursery.handle_time(self.at(seconds));
        self.acts()
    }
}

#[test]
fn a_node_that_ends_by_itself_is_revived() {
    let mut t = Test::new();
    assert_eq!(t.create("a", 0), "start a");
    assert_eq!(t.end("a", 5), "");
    assert_eq!((t.nursery.next_time(), t.time(5)), (Some(t.at(6)), String::new()));
    assert_eq!(t.time(6), "start a");
    assert_eq!(t.nursery.next_time(), None);
}

#[test]
fn a_node_that_does_not_end_is_asked_every_two_seconds_and_killed_after_thirteen() {
    for never_kills in [false, true] {
        let mut t = Test::new();
        if never_kills {
            t.nursery = Nursery::new().never_killing();
        }
        t.create("a", 0);
        assert_eq!(t.order(Order::Destroy("a".into()), 0), "ask a");
        for n in 1..13 {
            assert_eq!((t.time(2 * n - 1), t.time(2 * n)), (String::new(), "ask a".to_owned()));
        }
        assert_eq!(t.time(26), if never_kills { "ask a" } else { "kill a" });
        assert_eq!((t.end("a", 27), t.time(100)), (String::new(), String::new()));
    }
}

#[test]
fn a_restart_starts_at_the_end_of_the_old_process() {
    let mut t = Test::new();
    t.create("a", 0);
    assert_eq!(t.order(Order::Restart("a".into()), 1), "ask a");
    assert_eq!(t.order(Order::Restart("a".into()), 1), "");
    assert_eq!(t.end("a", 2), "start a");
    t.end("a", 3);
    // A restart does not wait for the delay.
    assert_eq!(t.order(Order::Restart("a".into()), 3), "start a");
    assert_eq!(t.order(Order::Restart("unknown".into()), 3), "");
}

#[test]
fn the_name_of_a_destroyed_node_is_free_at_once() {
    let mut t = Test::new();
    t.create("a", 0);
    assert_eq!(t.order(Order::Destroy("a".into()), 1), "ask a");
    assert_eq!(t.order(Order::Restart("a".into()), 1), "");
    let mut other = NodeConfig::new("a");
    other.interface = Some(" eth1".into());
    assert_eq!(t.order(Order::Create(Box::new(other)), 1), "");
    assert_eq!(t.end("a", 2), "start a eth1");
}

#[test]
fn at_the_end_all_are_asked_and_none_is_revived() {
    let mut t = Test::new();
    t.create("a", 0);
    t.create("b", 0);
    t.create("c", 0);
    t.end("c", 0);
    t.nursery.handle_stop(t.at(1));
    assert_eq!(t.acts(), "ask a, ask b");
    assert_eq!((t.create("d", 1), t.end("a", 1)), (String::new(), String::new()));
    assert!(!t.nursery.is_empty_and_over());
    assert_eq!(t.end("b", 2), "");
    assert!(t.nursery.is_empty_and_over() && t.time(100).is_empty());
}
