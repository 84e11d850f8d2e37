//! The hub: deliveries compared with a model, on one thread, and invariants with many threads.
use cluster::{
    Caps, Carrier, Format, Hub, Inbound, Keep, LinkChange, Node, Outbound, Seat, Sent, Token, Why,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Instant;

fn join(hub: &Hub, name: &str) -> Node {
    hub.join(Seat::new(name, name.into(), Caps::LIVE)).unwrap()
}

fn publish(node: &mut Node, topic: &str, body: &[u8]) -> Sent {
    node.publish(topic, Keep::Droppable, Format::BrokerBin, body.into())
}

fn mail(node: &mut Node) -> Vec<Inbound> {
    let mut all = VecDeque::new();
    node.take(usize::MAX, &mut all);
    all.into()
}

/// Formats mail as text, for comparison.
fn shown(node: &mut Node) -> Vec<String> {
    mail(node)
        .into_iter()
        .map(|item| match item {
            Inbound::Event { topic, from, body, .. } => {
                format!("{topic} {from} {}", String::from_utf8_lossy(&body))
            }
            Inbound::Rows { from, body, .. } => format!("rows {from} {}", String::from_utf8_lossy(&body)),
            Inbound::Subscribed(prefix) => format!("+{prefix}"),
            Inbound::Unsubscribed(prefix) => format!("-{prefix}"),
            Inbound::Ready(token) => format!("ready {}", token.0),
            Inbound::Link(LinkChange::Up { name, .. }) => format!("up {name}"),
            Inbound::Link(LinkChange::Down { name, .. }) => format!("down {name}"),
            Inbound::Peering(change) => format!("{change:?}"),
            Inbound::Trouble { tag, message } => format!("{tag}: {message}"),
        })
        .collect()
}

#[test]
fn nodes_hear_of_each_other_when_all_are_announced() {
    let hub = Hub::new(3);
    let (mut a, mut b, c) = (join(&hub, "a"), join(&hub, "b"), join(&hub, "c"));
    a.announce();
    b.announce();
    assert_eq!((shown(&mut a), shown(&mut b)), (vec![], vec![]));
    c.announce();
    assert_eq!(
        (shown(&mut a), shown(&mut b)),
        (vec!["up b".into(), "up c".into()], vec!["up a".into(), "up c".into()])
    );
    let mut late = join(&hub, "late");
    late.announce();
    assert_eq!(
        (shown(&mut late), shown(&mut a)),
        (vec!["up a".into(), "up b".into(), "up c".into()], vec!["up late".to_owned()])
    );
    drop(c);
    assert_eq!(shown(&mut a), ["down c"]);
    assert_eq!(hub.join(Seat::new("a", "other".into(), Caps::LIVE)).unwrap_err().0, "a");
    assert!(hub.join(Seat::new("c", "c2".into(), Caps::LIVE)).is_ok());
}

#[test]
fn nobody_waits_for_a_node_that_ends_before_it_is_announced() {
    let hub = Hub::new(3);
    let (mut a, b, c) = (join(&hub, "a"), join(&hub, "b"), join(&hub, "c"));
    a.announce();
    b.announce();
    drop(c);
    assert_eq!(shown(&mut a), ["up b"]);
}

#[test]
fn watchers_see_each_holder_come_and_the_last_one_go() {
    let hub = Hub::new(0);
    let (mut a, mut b) = (join(&hub, "a"), join(&hub, "b"));
    a.subscribe("x");
    let mut watcher = hub.join(Seat::new("w", "w".into(), Caps::LIVE).watches_subscriptions()).unwrap();
    b.subscribe("x");
    b.subscribe("y");
    a.unsubscribe("x");
    b.subscribe("y");
    assert_eq!(shown(&mut watcher), ["+x", "+x", "+y"]);
    let mut uplink = hub.uplink(Caps::LIVE, Box::new(|| {})).unwrap();
    assert!(uplink.subscribe("y") && uplink.subscribe("y"));
    drop(b);
    assert_eq!(shown(&mut watcher), ["+y", "+y", "-x"]);
    drop(uplink);
    assert_eq!(shown(&mut watcher), ["-y"]);
}

#[test]
fn rows_go_to_loggers_in_turn_and_past_full_ones() {
    let hub = Hub::new(0);
    let mut worker = join(&hub, "w");
    let head = cluster::Head { topic: "", stream: "Conn::LOG", path: "conn" };
    let send = |worker: &mut Node| worker.rows(head, Format::ZeekBin, b"row"[..].into());
    assert_eq!(send(&mut worker), Sent::Dropped(Why::NoLogger));
    let logger = |name: &str| {
        let caps = Caps { rows: 2, ..Caps::LIVE };
        hub.join(Seat::new(name, name.into(), caps).takes_rows()).unwrap()
    };
    let (mut one, mut two) = (logger("l1"), logger("l2"));
    assert_eq!([(); 3].map(|()| send(&mut worker)), [Sent::Queued; 3]);
    let got = (mail(&mut one).len(), mail(&mut two).len());
    assert!(got == (1, 2) || got == (2, 1), "{got:?}");
    assert_eq!([(); 4].map(|()| send(&mut worker)), [Sent::Queued; 4]);
    assert_eq!(send(&mut worker), Sent::Dropped(Why::Full));
    drop(two);
    mail(&mut one);
    assert_eq!([(); 2].map(|()| send(&mut worker)), [Sent::Queued; 2]);
}

#[test]
fn the_uplink_carries_what_others_want_and_nothing_else() {
    let hub = Hub::new(0);
    let mut node = join(&hub, "n");
    node.subscribe("before");
    let mut uplink = hub.uplink(Caps::LIVE, Box::new(|| {})).unwrap();
    assert!(hub.uplink(Caps::LIVE, Box::new(|| {})).is_none());
    node.subscribe("after");
    node.unsubscribe("before");
    publish(&mut node, "topic", b"unwanted");
    uplink.subscribe("top");
    publish(&mut node, "topic", b"wanted");
    node.ready(Token(7));
    let mut out = VecDeque::new();
    uplink.take(usize::MAX, &mut out);
    let out: Vec<String> = out
        .into_iter()
        .map(|item| match item {
            Outbound::Event { topic, body, .. } => format!("{topic} {}", String::from_utf8_lossy(&body)),
            Outbound::Rows { stream, path, .. } => format!("rows {stream} {path}"),
            Outbound::Subscribed(prefix) => format!("+{prefix}"),
            Outbound::Unsubscribed(prefix) => format!("-{prefix}"),
            Outbound::Ready { node, token } => {
                uplink.ready(node, token);
                "ready".to_owned()
            }
        })
        .collect();
    assert_eq!(out, ["+before", "+after", "-before", "topic wanted", "ready"]);
    uplink.deliver("after all", &"elsewhere".into(), Keep::Droppable, Format::BrokerBin, b"b"[..].into());
    uplink.trouble("tag", "what happened");
    assert_eq!(shown(&mut node), ["ready 7", "after all elsewhere b", "tag: what happened"]);
    assert!(uplink.is_ours(&"n".into()) && !uplink.is_ours(&"elsewhere".into()));
    drop(uplink);
    publish(&mut node, "topic", b"unwanted again");
    node.ready(Token(8));
    assert_eq!(shown(&mut node), ["ready 8"]);
    node.settle();
    assert_eq!(hub.in_flight(), 0);
}

#[test]
fn topics_and_subscriptions_have_caps() {
    let hub = Hub::new(0);
    let mut node = join(&hub, "n");
    let long = "x".repeat(cluster::MAX_TOPIC + 1);
    assert_eq!(publish(&mut node, &long, b""), Sent::Dropped(Why::LongTopic));
    assert!(!node.subscribe(&long));
    for n in 0..cluster::MAX_SUBSCRIPTIONS {
        assert!(node.subscribe(&n.to_string()));
    }
    assert!(!node.subscribe("one more") && node.subscribe("0"));
}

/// A reference model of the hub.
#[derive(Default)]
struct Model {
    wants: Vec<BTreeSet<String>>,
    mail: Vec<VecDeque<String>>,
    dropped: Vec<u64>,
}

/// Random operations on the hub and on the model: every node gets the same mail in the same order.
#[test]
fn agrees_with_a_model() {
    const NODES: usize = 4;
    const CAP: usize = 5;
    for seed in 1..=60u64 {
        let mut x = seed;
        let mut random = move |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % n
        };
        let hub = Hub::new(0);
        let caps = Caps { events: CAP, ..Caps::LIVE };
        let mut nodes: Vec<Node> = (0..NODES)
            .map(|n| hub.join(Seat::new(&n.to_string(), (&*n.to_string()).into(), caps)).unwrap())
            .collect();
        let mut model = Model {
            wants: vec![BTreeSet::new(); NODES],
            mail: vec![VecDeque::new(); NODES],
            dropped: vec![0; NODES],
        };
        for step in 0..400 {
            let who = random(NODES as u64) as usize;
            let text: String = (0..random(4)).map(|_| ['a', 'b'][random(2) as usize]).collect();
            match random(6) {
                0 => {
                    nodes[who].subscribe(&text);
                    model.wants[who].insert(text);
                }
                1 => {
                    nodes[who].unsubscribe(&text);
                    model.wants[who].remove(&text);
                }
                2..=4 => {
                    let mut all = true;
                    for other in (0..NODES).filter(|n| *n != who) {
                        if !model.wants[other].iter().any(|prefix| text.starts_with(&**prefix)) {
                            continue;
                        }
                        if model.mail[other].len() < CAP {
                            model.mail[other].push_back(format!("{text} {who} {step}"));
                        } else {
                            model.dropped[other] += 1;
                            all = false;
                        }
                    }
                    let sent = publish(&mut nodes[who], &text, step.to_string().as_bytes());
                    assert_eq!(sent, if all { Sent::Queued } else { Sent::Dropped(Why::Full) });
                }
                _ => {
                    assert_eq!(model.mail[who], shown(&mut nodes[who]));
                    model.mail[who].clear();
                    nodes[who].settle();
                }
            }
            let waiting: usize = model.mail.iter().map(VecDeque::len).sum();
            assert_eq!(hub.in_flight(), waiting as u64);
        }
        let dropped: Vec<u64> = hub.counters().iter().map(|(_, c)| c.dropped_events()).collect();
        assert_eq!(dropped, model.dropped);
    }
}

/// Threads that publish, take, subscribe and leave concurrently: all losses are counted, and each sender's messages
/// arrive in order.
#[test]
fn many_threads_lose_nothing_uncounted() {
    const SENDERS: usize = 3;
    const RECEIVERS: usize = 3;
    const EACH: u64 = 20_000;
    let hub = Hub::new(0);
    let caps = Caps { events: 500, ..Caps::LIVE };
    let running = AtomicUsize::new(SENDERS);
    let start = Barrier::new(SENDERS + RECEIVERS + 1);
    let received = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for n in 0..SENDERS {
            let mut node = join(&hub, &format!("sender-{n}"));
            let (running, start) = (&running, &start);
            scope.spawn(move || {
                start.wait();
                for i in 0..EACH {
                    publish(&mut node, "topic/x", &i.to_be_bytes());
                }
                running.fetch_sub(1, Ordering::AcqRel);
            });
        }
        for n in 0..RECEIVERS {
            let name = format!("receiver-{n}");
            let mut node = hub.join(Seat::new(&name, (&*name).into(), caps)).unwrap();
            node.subscribe("topic/");
            node.subscribe("topic/x");
            let (running, start, received) = (&running, &start, &received);
            scope.spawn(move || {
                start.wait();
                let mut last = BTreeMap::new();
                let mut got = VecDeque::new();
                loop {
                    let is_over = running.load(Ordering::Acquire) == 0;
                    node.take(100, &mut got);
                    if got.is_empty() && is_over {
                        break;
                    }
                    for item in got.drain(..) {
                        let Inbound::Event { from, body, .. } = item else { panic!("{item:?}") };
                        let i = u64::from_be_bytes((*body).try_into().unwrap());
                        let before = last.insert(from, i);
                        assert!(before.is_none_or(|before| before < i));
                        received.fetch_add(1, Ordering::AcqRel);
                    }
                }
            });
        }
        // One node joins and leaves repeatedly, so that the others rebuild their tables.
        let (hub, running, start) = (&hub, &running, &start);
        scope.spawn(move || {
            start.wait();
            while running.load(Ordering::Acquire) > 0 {
                let mut guest = join(hub, "guest");
                guest.subscribe("topic/x");
                std::thread::yield_now();
                guest.take(10, &mut VecDeque::new());
            }
        });
    });
    assert_eq!(hub.in_flight(), 0);
    let counters = hub.counters();
    let receivers: Vec<_> =
        counters.iter().filter(|(name, _)| name.starts_with("receiver")).map(|(_, c)| c).collect();
    assert_eq!(receivers.len(), RECEIVERS);
    let dropped: u64 = receivers.iter().map(|c| c.dropped_events()).sum();
    let received = received.into_inner();
    assert_eq!(received + dropped, EACH * (SENDERS * RECEIVERS) as u64);
    assert!(receivers.iter().all(|c| c.dropped.keys().all(|topic| &**topic == "topic/x")));
}

/// Messages that cause further messages: the count reaches zero only when all of them are handled.
#[test]
fn in_flight_is_zero_only_when_nothing_can_follow() {
    const HOPS: u64 = 5_000;
    let hub = Hub::new(0);
    let handled = Arc::new(AtomicU64::new(0));
    let is_over = Arc::new(AtomicUsize::new(0));
    let mut first = join(&hub, "first");
    std::thread::scope(|scope| {
        for n in 0..2u64 {
            let mut node = join(&hub, &n.to_string());
            node.subscribe(&format!("to/{n}"));
            let (handled, is_over) = (Arc::clone(&handled), Arc::clone(&is_over));
            scope.spawn(move || {
                let mut got = VecDeque::new();
                while is_over.load(Ordering::Acquire) == 0 {
                    node.take(10, &mut got);
                    for item in got.drain(..) {
                        let Inbound::Event { body, .. } = item else { panic!("{item:?}") };
                        let hops = u64::from_be_bytes((*body).try_into().unwrap());
                        handled.fetch_add(1, Ordering::AcqRel);
                        if hops > 1 {
                            publish(&mut node, &format!("to/{}", 1 - n), &(hops - 1).to_be_bytes());
                        }
                    }
                    node.settle();
                }
            });
        }
        publish(&mut first, "to/0", &HOPS.to_be_bytes());
        while hub.in_flight() > 0 {
            std::thread::yield_now();
        }
        assert_eq!(handled.load(Ordering::Acquire), HOPS);
        is_over.store(1, Ordering::Release);
    });
}

#[test]
fn a_mailbox_wakes_its_node_when_it_stops_being_empty() {
    let hub = Hub::new(0);
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let wake = Box::new(move || {
        counted.fetch_add(1, Ordering::AcqRel);
    });
    let mut node = hub.join(Seat::new("n", "n".into(), Caps::LIVE).wake(wake)).unwrap();
    node.subscribe("");
    let mut other = join(&hub, "other");
    publish(&mut other, "t", b"1");
    publish(&mut other, "t", b"2");
    assert_eq!(count.load(Ordering::Acquire), 1);
    mail(&mut node);
    publish(&mut other, "t", b"3");
    assert_eq!(count.load(Ordering::Acquire), 2);
    #[expect(clippy::disallowed_methods, reason = "a deadline that is over")]
    Box::new(node).close(Instant::now());
    assert_eq!(hub.in_flight(), 0);
}
