//! Events and rows between two hubs, over real sockets on this machine. Rates are those of what came; each message that did
//! not must have been counted by its carrier.
use anyhow::{Context, bail, ensure};
use cluster::zmq::{Marks, Proxy, Settings, ZmqUplink};
use cluster::{Body, Caps, Carrier as _, Format, Head, Hub, Inbound, Keep, Node, Seat, Token};
use cluster_nats::NatsUplink;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Events of a run, and how many may be on their way: fewer than any queue of a carrier holds, so that none is dropped.
const EVENTS: usize = 500_000;
const WINDOW: usize = 8000;

/// The bytes of an event with a few arguments, of a batch, and the rows that such a batch holds.
const EVENT: usize = 135;
const BATCH: usize = 390_000;
const ROWS: usize = 1000;
const BATCHES: usize = 500;
const BATCH_WINDOW: usize = 64;

/// How long a message may take before the run counts as failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// The nodes of two hubs, which stand for two processes.
struct Two {
    from: Node,
    to: Node,
    mail: VecDeque<Inbound>,
}

impl Two {
    fn new(hubs: [&Hub; 2]) -> anyhow::Result<Self> {
        let seat = |name: &str| Seat::new(name, name.into(), Caps::FILE);
        let (from, to) = (hubs[0].join(seat("from"))?, hubs[1].join(seat("to").takes_rows())?);
        Ok(Two { from, to, mail: VecDeque::new() })
    }

    /// Takes mail. Returns how many events or batches came; batches are acknowledged.
    fn take(&mut self) -> usize {
        self.to.take(1000, &mut self.mail);
        let mut came = 0;
        for item in self.mail.drain(..) {
            match item {
                Inbound::Event { .. } => came += 1,
                Inbound::Rows { done, .. } => {
                    came += 1;
                    if let Some(done) = done {
                        done.on_disk();
                    }
                }
                _ => {}
            }
        }
        came
    }

    /// Sends one event at a time until one has come: subscriptions are then in effect.
    fn begin(&mut self) -> anyhow::Result<()> {
        self.to.subscribe("bars/");
        self.to.ready(Token(1));
        let until = Instant::now() + PATIENCE;
        loop {
            self.from.publish("bars/begin", Keep::Droppable, Format::BrokerBin, [0; 8][..].into());
            std::thread::sleep(Duration::from_millis(20));
            if self.take() > 0 {
                break;
            }
            ensure!(Instant::now() < until, "no event came");
        }
        // Those that are still on their way.
        std::thread::sleep(Duration::from_millis(300));
        self.take();
        Ok(())
    }

    /// Sends `all` messages, of which at most `window` are on their way. `lost` is how many the carrier has counted as
    /// dropped so far. Fails if a message is missing that was not counted.
    fn measure(
        &mut self,
        (all, window): (usize, usize),
        lost: &dyn Fn() -> u64,
        send: impl Fn(&mut Node),
    ) -> anyhow::Result<Passed> {
        let (before, began) = (lost(), Instant::now());
        let (mut sent, mut came, mut dropped, mut last) = (0, 0, 0, Instant::now());
        while came + dropped < all {
            while sent < all && sent < came + dropped + window {
                send(&mut self.from);
                sent += 1;
            }
            let now = self.take();
            if now > 0 {
                (came, last) = (came + now, Instant::now());
                continue;
            }
            dropped = usize::try_from(lost() - before)?;
            ensure!(
                last.elapsed() < PATIENCE,
                "{came} of {all} messages came, {sent} were sent, {dropped} were counted as dropped"
            );
            // The carriers' threads and the server need the processors.
            std::thread::sleep(Duration::from_micros(50));
        }
        Ok(Passed { a_second: came as f64 / began.elapsed().as_secs_f64(), dropped: dropped as f64 })
    }

    /// Events and batches.
    fn both(&mut self, lost: [&dyn Fn() -> u64; 2]) -> anyhow::Result<Both> {
        self.begin()?;
        let body: Body = [7; EVENT][..].into();
        let event = |node: &mut Node| {
            node.publish("bars/event", Keep::Droppable, Format::BrokerBin, body.clone());
        };
        let events = self.measure((EVENTS, WINDOW), lost[0], event).context("events")?;
        let batch: Body = vec![7; BATCH].into();
        let rows = |node: &mut Node| {
            node.rows(Head { topic: "", stream: "Conn::LOG", path: "conn" }, Format::ZeekBin, batch.clone());
        };
        let batches = self.measure((BATCHES, BATCH_WINDOW), lost[1], rows).context("rows")?;
        let rows = batches.a_second * ROWS as f64;
        Ok(Both { events: events.a_second, rows, dropped: events.dropped + batches.dropped })
    }
}

/// What came of one kind of message.
struct Passed {
    a_second: f64,
    dropped: f64,
}

/// Events and rows a second that came, and the messages that a carrier has counted as dropped.
pub(super) struct Both {
    pub(super) events: f64,
    pub(super) rows: f64,
    pub(super) dropped: f64,
}

/// Messages that found no room on their way to the carrier.
fn lost_before(hub: &Hub) -> [u64; 2] {
    let all = hub.counters();
    [
        all.iter().map(|(_, n)| n.dropped.values().sum::<u64>()).sum(),
        all.iter().map(|(_, n)| n.dropped_rows).sum(),
    ]
}

fn sum<const N: usize>(counters: [&AtomicU64; N]) -> u64 {
    counters.map(|n| n.load(Ordering::Relaxed)).iter().sum()
}

/// Events and rows a second over ZeroMQ, with the exchange in between for events.
pub(super) fn zeromq() -> anyhow::Result<Both> {
    let any = || SocketAddr::from(([127, 0, 0, 1], 0));
    let marks = Marks { events: usize::MAX, rows: usize::MAX };
    let proxy = Proxy::start(any(), any(), None, marks)?;
    let hubs = [Hub::new(1), Hub::new(1)];
    let mut two = Two::new([&hubs[0], &hubs[1]])?;
    let through = |loggers: Vec<String>, pull: Option<SocketAddr>| Settings {
        publish_to: proxy.publishers().to_string(),
        subscribe_at: proxy.subscribers().to_string(),
        loggers,
        pull,
        curve: None,
        marks,
    };
    let to = ZmqUplink::start(&hubs[1], Caps::FILE, through(Vec::new(), Some(any())))?;
    let logger = to.pull().context("the logger's address")?.to_string();
    let from = ZmqUplink::start(&hubs[0], Caps::FILE, through(vec![logger], None))?;
    let (there, here, between) = (to.counters(), from.counters(), proxy.counters());
    // A full mailbox counts both kinds of messages.
    let events =
        || sum([&here.event_drops, &between.event_drops, &there.full_mailboxes]) + lost_before(&hubs[0])[0];
    let rows = || sum([&here.row_drops, &there.full_mailboxes]) + lost_before(&hubs[0])[1];
    two.both([&events, &rows])
}

/// Events and rows a second over NATS; rows through JetStream with the server's own settings.
pub(super) fn nats(server: &Server) -> anyhow::Result<Both> {
    let hubs = [Hub::new(1), Hub::new(1)];
    let mut two = Two::new([&hubs[0], &hubs[1]])?;
    let settings = |name: &str, takes_rows| cluster_nats::Settings {
        takes_rows,
        ..cluster_nats::Settings::new("bars", name, vec![server.address.clone()])
    };
    let to = NatsUplink::start(&hubs[1], Caps::FILE, settings("to", true))?;
    let from = NatsUplink::start(&hubs[0], Caps::FILE, settings("from", false))?;
    let (there, here) = (to.counters(), from.counters());
    let events = || sum([&here.event_drops, &there.event_drops]) + lost_before(&hubs[0])[0];
    let rows = || sum([&here.row_drops]) + lost_before(&hubs[0])[1];
    two.both([&events, &rows])
}

/// The NATS server: the program that `EGRET_NATS_SERVER` names, or one in the search path, or where Go installs it.
pub(super) fn program() -> Option<String> {
    let named = std::env::var("EGRET_NATS_SERVER").unwrap_or_default();
    let own = format!("{}/go/bin/nats-server", std::env::var("HOME").unwrap_or_default());
    let runs = |program: &String| {
        let version = Command::new(program.as_str()).arg("--version").stdout(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    };
    [named, "nats-server".to_owned(), own].into_iter().find(runs)
}

/// A server with JetStream in a folder of its own.
pub(super) struct Server {
    process: Child,
    address: String,
    folder: TempDir,
}

impl Server {
    /// `None` if the program is not installed.
    pub(super) fn start() -> anyhow::Result<Option<Self>> {
        let Some(program) = program() else { return Ok(None) };
        let folder = TempDir::new()?;
        let process = Command::new(&program)
            .args(["-a", "127.0.0.1", "-p", "-1", "-js", "-sd"])
            .arg(folder.path().join("store"))
            .arg("--ports_file_dir")
            .arg(folder.path())
            .stderr(Stdio::null())
            .spawn()?;
        let mut server = Server { process, address: String::new(), folder };
        let until = Instant::now() + PATIENCE;
        while server.address.is_empty() {
            if Instant::now() >= until {
                bail!("{program} did not say where it listens");
            }
            std::thread::sleep(Duration::from_millis(20));
            server.address = address(server.folder.path()).unwrap_or_default();
        }
        Ok(Some(server))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended if this fails.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The server writes its address into a file of this folder.
fn address(folder: &Path) -> Option<String> {
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let file = files.map(|f| f.path()).find(|p| p.extension().is_some_and(|e| e == "ports"))?;
    let text = std::fs::read_to_string(file).ok()?;
    let port = text.split("nats://127.0.0.1:").nth(1)?.split('"').next()?;
    Some(format!("nats://127.0.0.1:{port}"))
}
