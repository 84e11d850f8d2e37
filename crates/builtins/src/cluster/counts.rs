//! Metrics of mail between nodes.
use super::{Cluster, PUBLISH_ID, Uplink};
use crate::call::Call;
use metrics::Kind;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use value::Value;

/// The maximum number of pairs of topic and event that are counted separately.
const PAIRS: usize = 10_000;

/// Numbers of events in both directions.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) incoming: Events,
    pub(super) outgoing: Events,
}

/// Numbers of events by topic and name.
#[derive(Default)]
pub(super) struct Events {
    all: u64,
    /// By topic, then by name.
    pairs: BTreeMap<Box<str>, BTreeMap<Box<str>, u64>>,
    /// The number of pairs.
    known: usize,
}

/// Numbers of what scripts send or get, in one direction. Messages of stores are not among them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pieces {
    pub(crate) events: u64,
    /// Values of globals (`Broker::publish_id`).
    pub(crate) ids: u64,
    pub(crate) rows: u64,
}

impl Pieces {
    /// Counts a message by the name of the event that carries it.
    pub(super) fn count(&mut self, event: &str) {
        match event {
            PUBLISH_ID => self.ids += 1,
            crate::stores::EVENT => {}
            _ => self.events += 1,
        }
    }
}

impl Events {
    pub(super) fn add(&mut self, topic: &str, name: &str) {
        self.all += 1;
        if let Some(n) = self.pairs.get_mut(topic).and_then(|names| names.get_mut(name)) {
            *n += 1;
        } else if self.known < PAIRS {
            self.known += 1;
            self.pairs.entry(topic.into()).or_default().insert(name.into(), 1);
        }
    }
}

/// Updates the metrics `zeek_cluster_…` if this process has a carrier.
pub(crate) fn update(c: &mut Call<'_>) {
    let node = c.global("Cluster::node").and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    let node = node.unwrap_or_default();
    let Cluster { uplink, proxy, counts, .. } = c.cluster();
    if matches!(uplink, Uplink::None) && proxy.is_none() {
        return;
    }
    let (engine, carried) = match uplink {
        Uplink::ZeroMq(zmq) => ("zeromq", zeromq(zmq.counters())),
        Uplink::Nats(nats) => ("nats", nats.figures()),
        Uplink::Peerings(peerings) => ("peering", peerings_of(peerings.counters())),
        Uplink::None => ("", Vec::new()),
    };
    let totals = [
        ("incoming_events", "Events that came from other nodes", counts.incoming.all as f64),
        ("outgoing_events", "Events that were published", counts.outgoing.all as f64),
    ];
    let pairs = [
        ("verbose_incoming_events", std::mem::take(&mut counts.incoming.pairs)),
        ("verbose_outgoing_events", std::mem::take(&mut counts.outgoing.pairs)),
    ];
    let label = [("node", &*node)];
    for (name, help, n) in carried {
        c.telemetry().metrics.set(
            Kind::Counter,
            ("zeek", &format!("cluster_{engine}_{name}"), ""),
            help,
            &label,
            n,
        );
    }
    for (name, help, n) in totals {
        c.telemetry().metrics.set(
            Kind::Counter,
            ("zeek", &format!("cluster_core_{name}"), ""),
            help,
            &label,
            n,
        );
    }
    mailboxes(c, &label);
    if has_verbose(c) {
        for (name, pairs) in &pairs {
            let mut shown: BTreeMap<(String, &str), u64> = BTreeMap::new();
            for (topic, handlers) in pairs {
                let topic = normalized(c, topic);
                for (handler, n) in handlers {
                    *shown.entry((topic.clone(), &**handler)).or_default() += n;
                }
            }
            for ((topic, handler), n) in shown {
                let labels = [("handler", handler), ("node", &*node), ("topic", &*topic)];
                let name = format!("cluster_core_{name}");
                let help = "Events by topic and name";
                c.telemetry().metrics.set(Kind::Counter, ("zeek", &name, ""), help, &labels, n as f64);
            }
        }
    }
    let [(_, incoming), (_, outgoing)] = pairs;
    let counts = &mut c.cluster().counts;
    (counts.incoming.pairs, counts.outgoing.pairs) = (incoming, outgoing);
}

/// Metrics `egret_cluster_mail_…`: messages to and from other processes that wait in this one, or found no room.
fn mailboxes(c: &mut Call<'_>, label: &[(&str, &str)]) {
    let all = c.cluster().node.as_ref().map(|node| node.hub().counters()).unwrap_or_default();
    let (mut waiting, mut dropped) = (0, 0);
    for (_, n) in &all {
        waiting += n.queued.saturating_sub(n.taken);
        dropped += n.dropped.values().sum::<u64>() + n.dropped_rows + n.dropped_notices;
    }
    let metrics = &mut c.telemetry().metrics;
    let (wait, drop) =
        ("Messages of nodes that wait in this process", "Messages that found no room in this process");
    metrics.set(Kind::Gauge, ("egret", "cluster_mail_waiting", ""), wait, label, waiting as f64);
    metrics.set(Kind::Counter, ("egret", "cluster_mail_drops", ""), drop, label, dropped as f64);
}

/// The counters of ZeroMQ: name, description, value.
fn zeromq(n: &cluster::zmq::Counters) -> Vec<(&'static str, &'static str, f64)> {
    let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
    vec![
        ("xpub_drops", "Events that did not fit into the queue to the proxy", of(&n.event_drops)),
        ("log_drops", "Batches of rows for which no logger had room", of(&n.row_drops)),
        ("onloop_drops", "Events of other nodes that did not fit into the mailbox", of(&n.full_mailboxes)),
        ("msg_errors", "Messages with other parts than they should have", of(&n.message_errors)),
    ]
}

/// The counters of peerings: name, description, value.
fn peerings_of(n: &cluster::zmq::Counters) -> Vec<(&'static str, &'static str, f64)> {
    let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
    vec![
        ("event_drops", "Events that did not fit into the queue for a peer", of(&n.event_drops)),
        ("row_drops", "Batches of rows that did not fit into the queue for a logger", of(&n.row_drops)),
        ("onloop_drops", "Events of other nodes that did not fit into the mailbox", of(&n.full_mailboxes)),
        ("msg_errors", "Messages with other parts than they should have", of(&n.message_errors)),
    ]
}

/// Whether scripts want events counted by topic and name.
fn has_verbose(c: &Call<'_>) -> bool {
    let wanted = c.global("Cluster::Telemetry::core_metrics");
    let levels = wanted.as_ref().and_then(Value::as_table).map(value::Table::entries).unwrap_or_default();
    levels
        .iter()
        .filter_map(|(index, _)| index.first()?.enum_name())
        .any(|n| &*n == "Cluster::Telemetry::VERBOSE")
}

/// Normalizes a topic by the rules in `Cluster::Telemetry::topic_normalizations`.
fn normalized(c: &Call<'_>, topic: &str) -> String {
    let rules = c.global("Cluster::Telemetry::topic_normalizations");
    let rules = rules.as_ref().and_then(Value::as_table).map(value::Table::entries).unwrap_or_default();
    let fits = rules.into_iter().find_map(|(index, to)| match index.first()? {
        Value::Pattern(p) if p.matches_exactly(topic.as_bytes()) => to,
        _ => None,
    });
    let to = fits.and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    to.unwrap_or_else(|| topic.to_owned())
}
