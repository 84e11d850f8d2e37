//! The seam: adding, calling and removing analyzers.
use crate::rig::*;
use event::EnumName;
use net_types::{Interval, Port};
use session::analyzer::{
    Analyzer, AnalyzerId, Context, Datagram, Detector, Factory, FirstHeaders, Found, Tag,
};
use session::{ConnView, Role, Sink};
use std::cell::RefCell;
use std::rc::Rc;

type Said = Rc<RefCell<Vec<String>>>;

const UPPER: Tag = Tag(1);
const CHILD: Tag = Tag(2);
const FOUND: Tag = Tag(3);

/// Token of a timer that sets itself again when it fires.
const AGAIN: u32 = 98;

/// Reads lines and executes them as commands.
struct Script {
    name: &'static str,
    said: Said,
    child: Option<AnalyzerId>,
}

impl Script {
    fn say(&self, what: impl std::fmt::Display) {
        self.said.borrow_mut().push(format!("{}: {what}", self.name));
    }

    fn obey(&mut self, cx: &mut Context<'_, '_>, from: Role, line: &str) {
        match line {
            "child" => self.child = cx.add_child(CHILD),
            "drop" => {
                let child = self.child.take();
                self.say(child.is_some_and(|c| cx.remove(c)));
            }
            "leave" => cx.remove_self(),
            "confirm" => cx.confirm(),
            "violate" => cx.violate("so it is", Some(b"data")),
            "weird" => cx.weird("odd", b"thing"),
            "timer" => cx.set_timer(Interval::from_secs(2), 99),
            "timer again" => cx.set_timer(Interval::from_secs(2), AGAIN),
            "flip" => cx.flip_roles(),
            "end" => cx.end_connection(),
            "expect" => cx.expect(
                None,
                "192.0.2.77".parse().unwrap(),
                Port::tcp(2020),
                CHILD,
                Interval::from_secs(60),
            ),
            "ask" => {
                let there = cx.find(CHILD).and_then(|id| cx.with(id, |s: &mut Script, _| s.name));
                self.say(format!("asked {there:?}"));
            }
            other => cx.forward_stream(from, other.as_bytes()),
        }
    }
}

impl Analyzer for Script {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        let text = String::from_utf8_lossy(data).into_owned();
        self.say(&text);
        self.obey(cx, from, &text);
    }
    fn packet(&mut self, _: &mut Context<'_, '_>, _: Role, packet: &Datagram<'_>) {
        self.say(format!("packet {}", String::from_utf8_lossy(packet.payload)));
    }
    fn timer(&mut self, cx: &mut Context<'_, '_>, token: u32) {
        self.say(format!("timer {token}"));
        if token == AGAIN {
            cx.set_timer(Interval::from_secs(2), token);
        }
    }
    fn done(&mut self, _: &mut Context<'_, '_>) {
        self.say("done");
    }
}

/// Detects one protocol by its first bytes, once both sides have spoken.
struct Magic {
    seen: Vec<u8>,
}

impl Detector for Magic {
    fn begin(
        &mut self,
        _: &ConnView<'_>,
        _: Role,
        _: FirstHeaders<'_>,
        _: &mut dyn Sink,
        _: &mut Vec<Found>,
    ) {
    }
    fn feed(
        &mut self,
        _: &ConnView<'_>,
        _: Role,
        data: &[u8],
        datagram: bool,
        _: &mut dyn Sink,
        found: &mut Vec<Found>,
    ) {
        if datagram {
            self.seen.clear();
        }
        self.seen.extend(data);
        if self.seen.windows(5).any(|w| w == b"magic") {
            found.push(Found { tag: FOUND, under: None });
            self.seen.clear();
        }
    }
}

struct Scripts(Said);

impl Factory for Scripts {
    fn create(&self, tag: Tag, _: &ConnView<'_>) -> Option<Box<dyn Analyzer>> {
        let name = match tag {
            UPPER => "upper",
            CHILD => "child",
            FOUND => "found",
            _ => return None,
        };
        Some(Box::new(Script { name, said: self.0.clone(), child: None }))
    }
    fn name(&self, _: Tag) -> &'static str {
        "SCRIPT"
    }
    fn script_name(&self, tag: Tag) -> EnumName {
        EnumName(if tag == UPPER { "Analyzer::ANALYZER_UPPER" } else { "Analyzer::ANALYZER_OTHER" })
    }
    fn ports(&self) -> Vec<(Port, Tag)> {
        vec![(Port::tcp(80), UPPER)]
    }
    fn detector(&self, _: &ConnView<'_>) -> Option<Box<dyn Detector>> {
        Some(Box::new(Magic { seen: Vec::new() }))
    }
}

/// A connection to `port` whose client sends lines.
struct Talk {
    bench: Bench,
    said: Said,
    port: u16,
    next: u32,
}

impl Talk {
    fn to(port: u16) -> Self {
        let said = Said::default();
        let bench = Bench::with(quiet_options(), Some(Rc::new(Scripts(said.clone()))));
        let mut t = Talk { bench, said, port, next: 1 };
        t.send(client(SYN, 0, 0, b""));
        t.send(server(SYN | ACK, 500, 1, b""));
        t
    }

    fn send(&mut self, s: Seg<'_>) {
        self.bench.packet(&s.bytes_between((CLIENT, 40_000), (SERVER, self.port)));
    }

    fn lines(&mut self, lines: &[&str]) -> Vec<String> {
        self.said.borrow_mut().clear();
        for l in lines {
            self.send(client(ACK, self.next, 501, l.as_bytes()));
            self.next += l.len() as u32;
        }
        self.said.borrow().clone()
    }
}

#[test]
fn a_known_port_has_its_analyzer_and_children_get_what_is_forwarded() {
    let mut t = Talk::to(80);
    assert_eq!(t.lines(&["child", "hello"]), ["upper: child", "upper: hello", "child: hello"]);
    assert_eq!(
        t.lines(&["ask", "drop", "bye"]),
        [
            "upper: ask",
            "upper: asked Some(\"child\")",
            "upper: drop",
            "upper: true",
            "child: done",
            "upper: bye"
        ]
    );
}

#[test]
fn an_analyzer_that_leaves_gets_nothing_more() {
    let mut t = Talk::to(80);
    assert_eq!(
        t.lines(&["child", "leave", "more"]),
        ["upper: child", "upper: leave", "upper: done", "child: done"]
    );
}

#[test]
fn confirmation_is_said_once_and_violation_always() {
    let mut t = Talk::to(80);
    t.lines(&["confirm", "confirm", "violate", "violate", "confirm", "weird"]);
    let count = |name: &str| t.bench.seen.events.iter().filter(|e| *e == name).count();
    assert_eq!((count("analyzer_confirmation_info"), count("analyzer_violation_info")), (1, 2));
    assert_eq!(t.bench.seen.weirds, ["odd"]);
}

#[test]
fn timers_reach_their_analyzer() {
    let mut t = Talk::to(80);
    t.lines(&["timer"]);
    t.bench.wait(1);
    assert!(!t.said.borrow().iter().any(|s| s == "upper: timer 99"));
    t.bench.wait(2);
    assert!(t.said.borrow().iter().any(|s| s == "upper: timer 99"));
}

#[test]
fn a_timer_that_is_set_again_fires_once_after_a_silence() {
    let mut t = Talk::to(80);
    t.lines(&["timer again"]);
    t.bench.wait(60);
    assert_eq!(t.said.borrow().iter().filter(|s| *s == "upper: timer 98").count(), 1);
    t.bench.wait(3);
    assert_eq!(t.said.borrow().iter().filter(|s| *s == "upper: timer 98").count(), 2);
}

#[test]
fn roles_and_endings_are_an_analyzers_to_tell() {
    let mut t = Talk::to(80);
    t.lines(&["flip"]);
    assert!(t.bench.seen.events.iter().any(|e| e == "connection_flipped"));
    t.lines(&["end"]);
    assert_eq!(t.bench.seen.rows.len(), 1);
    assert_eq!(t.bench.seen.rows[0].history, "ShD^d");
}

#[test]
fn a_protocol_is_found_by_its_bytes_and_gets_all_that_went_before() {
    let mut t = Talk::to(9999);
    assert_eq!(
        t.lines(&["one", "mag", "ic!", "after"]),
        ["found: one", "found: mag", "found: ic!", "found: after"]
    );
    // Too late: the detection buffer is full.
    let mut t = Talk::to(9999);
    let long = "x".repeat(1100);
    assert!(t.lines(&[&long, "magic"]).is_empty());
}

#[test]
fn datagrams_are_looked_at_one_by_one() {
    let said = Said::default();
    let mut b = Bench::with(quiet_options(), Some(Rc::new(Scripts(said.clone()))));
    for payload in ["mag", "ic", "magic"] {
        b.packet(&udp(CLIENT, 4000, SERVER, 4001, payload.as_bytes()));
    }
    assert_eq!(*said.borrow(), ["found: packet mag", "found: packet ic", "found: packet magic"]);
}

#[test]
fn an_expected_connection_gets_its_analyzer_if_it_comes_in_time() {
    for (wait, expected) in [(10, true), (61, false)] {
        let mut t = Talk::to(80);
        t.lines(&["expect"]);
        t.bench.wait(wait);
        let (client_end, server_end) = (([10, 0, 0, 5], 3000), ([192, 0, 2, 77], 2020));
        for s in [client(SYN, 0, 0, b""), server(SYN | ACK, 500, 1, b""), client(ACK, 1, 501, b"data")] {
            t.bench.packet(&s.bytes_between(client_end, server_end));
        }
        assert_eq!(t.said.borrow().iter().any(|s| s == "child: data"), expected, "after {wait} s");
    }
}
