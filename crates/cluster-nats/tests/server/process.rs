//! A process of a cluster, as a hub of its own in this one.
use cluster::{Body, Caps, Carrier as _, Format, Head, Hub, Inbound, Keep, LinkChange, Node, Seat, Token};
use cluster_nats::{NatsUplink, Settings};
use std::collections::VecDeque;
use std::time::Duration;
use test_needs::nats::Server;

const PATIENCE: Duration = Duration::from_secs(40);

pub(crate) fn wait_until(what: &str, done: impl FnMut() -> bool) {
    test_needs::wait_until(what, PATIENCE, done);
}

/// A node with its own hub, as in a separate process.
pub(crate) struct Process {
    pub(crate) node: Node,
    pub(crate) mail: VecDeque<Inbound>,
    pub(crate) uplink: NatsUplink,
}

impl Process {
    pub(crate) fn start(name: &str, server: &Server, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::new("test", name, vec![server.url()]);
        change(&mut settings);
        let hub = Hub::new(1);
        let seat = Seat::new(name, name.into(), Caps::FILE);
        let node = hub.join(if settings.takes_rows { seat.takes_rows() } else { seat }).unwrap();
        let uplink = NatsUplink::start(&hub, Caps::FILE, settings).unwrap();
        node.announce();
        uplink.announce(name, node.id(), "worker");
        Process { node, mail: VecDeque::new(), uplink }
    }

    pub(crate) fn subscribe(&mut self, prefixes: &[&str]) {
        for prefix in prefixes {
            assert!(self.node.subscribe(prefix));
        }
        self.node.ready(Token(1));
        self.expect("readiness", |item| matches!(item, Inbound::Ready(Token(1))).then_some(()));
    }

    pub(crate) fn publish(&mut self, topic: &str, body: &str) {
        self.node.publish(topic, Keep::Droppable, Format::BrokerBin, body.as_bytes().into());
    }

    pub(crate) fn rows(&mut self, body: String) {
        let body: Body = body.into_bytes().into();
        self.node.rows(Head { topic: "", stream: "Conn::LOG", path: "conn" }, Format::ZeekBin, body);
    }

    pub(crate) fn expect<T>(&mut self, what: &str, mut pick: impl FnMut(&mut Inbound) -> Option<T>) -> T {
        let mut found = None;
        wait_until(what, || {
            self.node.take(100, &mut self.mail);
            for _ in 0..self.mail.len() {
                let Some(mut item) = self.mail.pop_front() else { break };
                found = pick(&mut item);
                if found.is_some() {
                    break;
                }
                self.mail.push_back(item);
            }
            found.is_some()
        });
        found.unwrap()
    }

    /// Sender, topic and body of the next event.
    pub(crate) fn event(&mut self) -> (String, String, String) {
        self.expect("an event", |item| match item {
            Inbound::Event { topic, from, body, .. } => {
                Some((from.to_string(), topic.to_string(), String::from_utf8_lossy(body).into_owned()))
            }
            _ => None,
        })
    }

    pub(crate) fn expect_link(&mut self, up: bool, wanted: &str) {
        self.expect(&format!("{wanted}, up: {up}"), |item| match item {
            Inbound::Link(LinkChange::Up { name, .. }) => (up && **name == *wanted).then_some(()),
            Inbound::Link(LinkChange::Down { name, .. }) => (!up && **name == *wanted).then_some(()),
            _ => None,
        });
    }

    /// Takes so many batches and acknowledges them. Returns their texts, sorted.
    pub(crate) fn take_rows(&mut self, most: usize) -> Vec<String> {
        let mut texts: Vec<String> = (0..most)
            .map(|_| {
                self.expect("rows", |item| match item {
                    Inbound::Rows { body, done, .. } => {
                        done.take().unwrap().on_disk();
                        Some(String::from_utf8_lossy(body).into_owned())
                    }
                    _ => None,
                })
            })
            .collect();
        texts.sort();
        texts
    }
}
