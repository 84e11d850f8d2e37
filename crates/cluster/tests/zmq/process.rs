//! A node with its own hub and uplink, as in a separate process.
use cluster::zmq::{Curve, Marks, Proxy, Settings, ZmqUplink};
use cluster::{Caps, Carrier, Format, Hub, Inbound, Keep, Node, Seat};
use cluster_wire::zmtp::curve::KeyPair;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn any() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// Calls `done` until it returns true.
pub(crate) fn wait_until(what: &str, done: impl FnMut() -> bool) {
    test_needs::wait_until(what, PATIENCE, done);
}

/// A node in its own hub, with an uplink.
pub(crate) struct Process {
    pub(crate) node: Node,
    pub(crate) mail: VecDeque<Inbound>,
    pub(crate) uplink: ZmqUplink,
}

impl Process {
    pub(crate) fn start(name: &str, settings: Settings) -> Self {
        let hub = Hub::new(1);
        let seat = Seat::new(name, name.into(), Caps::LIVE).watches_subscriptions().takes_rows();
        let node = hub.join(seat).unwrap();
        let uplink = ZmqUplink::start(&hub, Caps::LIVE, settings).unwrap();
        Process { node, mail: VecDeque::new(), uplink }
    }

    pub(crate) fn with_proxy(name: &str, proxy: &Proxy, curve: Option<Curve>) -> Self {
        Self::start(name, through(proxy.publishers(), proxy.subscribers(), curve))
    }

    pub(crate) fn publish(&mut self, topic: &str, body: &[u8]) {
        self.node.publish(topic, Keep::Droppable, Format::BrokerBin, body.into());
    }

    /// Waits for mail that `pick` accepts. Other mail stays for later calls.
    pub(crate) fn expect<T>(&mut self, what: &str, pick: impl Fn(&Inbound) -> Option<T>) -> T {
        let mut found = None;
        wait_until(what, || {
            self.node.take(100, &mut self.mail);
            let at = self.mail.iter().position(|item| pick(item).is_some());
            found = at.and_then(|at| self.mail.remove(at)).and_then(|item| pick(&item));
            found.is_some()
        });
        found.unwrap()
    }

    pub(crate) fn expect_event(&mut self, wanted: &str) -> (String, Vec<u8>) {
        self.expect(wanted, |item| match item {
            Inbound::Event { topic, from, body, .. } if **topic == *wanted => {
                Some((from.to_string(), body.to_vec()))
            }
            _ => None,
        })
    }

    pub(crate) fn expect_subscription(&mut self, wanted: &str) {
        self.expect(wanted, |item| matches!(item, Inbound::Subscribed(p) if **p == *wanted).then_some(()));
    }
}

pub(crate) fn through(publishers: SocketAddr, subscribers: SocketAddr, curve: Option<Curve>) -> Settings {
    Settings {
        publish_to: publishers.to_string(),
        subscribe_at: subscribers.to_string(),
        curve,
        ..Settings::default()
    }
}

pub(crate) fn proxy(curve: Option<Curve>) -> Proxy {
    Proxy::start(any(), any(), curve, Marks::default()).unwrap()
}

/// Returns the keys of a cluster whose processes all use the same key pair.
pub(crate) fn curve() -> Curve {
    let keys = KeyPair::new([5; 32]);
    Curve { server: keys.public(), clients: Some(vec![keys.public()]), keys }
}
