//! What mail and rows take that nobody fetches: each carrier at its caps, with the product's own settings.
use super::{Figure, Limit};
use anyhow::{Context, ensure};
use cluster::zmq::{Marks, Settings, ZmqUplink};
use cluster::{Body, Caps, Carrier as _, Format, Head, Hub, Keep, Node, Seat};
use cluster_nats::NatsUplink;
use std::time::{Duration, Instant};

/// The bar: times the bytes that the caps allow.
const MAX_TIMES: f64 = 1.25;

/// Bytes of a batch of rows, and the batches that wait for a logger over ZeroMQ (`log_sndhwm`).
const BATCH: usize = 390_000;
const BATCHES: usize = 1000;

/// Bytes of rows that wait for a server of NATS (`rows_max_bytes`).
const NATS_ROWS: usize = 64 << 20;

const MB: f64 = 1024.0 * 1024.0;

/// MB of a full mailbox, of rows without a logger, of rows without a server. Call this first: memory that was used before
/// would be used again, and not be seen.
pub(super) fn figures() -> anyhow::Result<[Figure; 3]> {
    let of = |name, cap: usize, mb: f64| {
        let mut figure = Figure::new(name, Limit::AtMost(cap as f64 / MB * MAX_TIMES));
        figure.values.push(mb);
        figure
    };
    // Each is kept until the last one was measured.
    let (of_mailbox, _nodes) = mailbox()?;
    let (of_zeromq, _zeromq) = zeromq()?;
    let (of_nats, _nats) = nats()?;
    Ok([
        of("one process: MB of a full mailbox", Caps::LIVE.bytes, of_mailbox),
        of("ZeroMQ: MB of rows without a logger", BATCH * BATCHES + Caps::LIVE.bytes, of_zeromq),
        of("NATS: MB of rows without a server", NATS_ROWS + Caps::LIVE.bytes, of_nats),
    ])
}

/// Memory of this process in bytes.
fn resident() -> anyhow::Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? * 1024.0)
}

fn node(hub: &Hub, name: &str) -> anyhow::Result<Node> {
    Ok(hub.join(Seat::new(name, name.into(), Caps::LIVE))?)
}

/// Sends large events to a node that takes none.
fn mailbox() -> anyhow::Result<(f64, [Node; 2])> {
    let hub = Hub::new(2);
    let (mut from, mut to) = (node(&hub, "from")?, node(&hub, "to")?);
    ensure!(to.subscribe("t"), "a subscription");
    let before = resident()?;
    for _ in 0..2 * Caps::LIVE.events {
        let body: Body = vec![7; Caps::LIVE.bytes / Caps::LIVE.events].into();
        from.publish("t", Keep::Droppable, Format::BrokerBin, body);
    }
    ensure!(to.has_dropped(), "the mailbox has room for more than its caps");
    Ok(((resident()? - before) / MB, [from, to]))
}

/// Sends batches until the memory has not grown for a second. Returns by how much it has.
fn fill(node: &mut Node) -> anyhow::Result<f64> {
    let before = resident()?;
    let (mut most, mut grown) = (before, Instant::now());
    while grown.elapsed() < Duration::from_secs(1) {
        let head = Head { topic: "", stream: "Conn::LOG", path: "conn" };
        node.rows(head, Format::ZeekBin, vec![7; BATCH].into());
        // The carrier's thread takes it.
        std::thread::sleep(Duration::from_micros(300));
        let now = resident()?;
        if now > most + MB {
            (most, grown) = (now, Instant::now());
        }
    }
    Ok((most - before) / MB)
}

fn zeromq() -> anyhow::Result<(f64, (Node, ZmqUplink))> {
    let hub = Hub::new(1);
    let mut from = node(&hub, "from")?;
    let nowhere = || "127.0.0.1:1".to_owned();
    let settings = Settings {
        publish_to: nowhere(),
        subscribe_at: nowhere(),
        loggers: vec![nowhere()],
        pull: None,
        curve: None,
        marks: Marks { events: BATCHES, rows: BATCHES },
    };
    let uplink = ZmqUplink::start(&hub, Caps::LIVE, settings)?;
    Ok((fill(&mut from)?, (from, uplink)))
}

fn nats() -> anyhow::Result<(f64, (Node, NatsUplink))> {
    let hub = Hub::new(1);
    let mut from = node(&hub, "from")?;
    let nowhere = vec!["nats://127.0.0.1:1".to_owned()];
    let settings = cluster_nats::Settings {
        row_bytes: NATS_ROWS,
        ..cluster_nats::Settings::new("bars", "from", nowhere)
    };
    let uplink = NatsUplink::start(&hub, Caps::LIVE, settings)?;
    Ok((fill(&mut from)?, (from, uplink)))
}
