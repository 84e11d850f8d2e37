//! A run as a node of a cluster: its end of the hub, its subscriptions, and the conversion of mail to events.
//!
//! Events are encoded on the thread that publishes them, and decoded on the thread that handles them, against the
//! receiver's declarations. An event that does not fit is counted and reported once per name; it never ends the run.
mod broker_options;
mod counts;
mod inbound;
mod letter;
#[cfg(feature = "nats")]
mod nats;
#[cfg(not(feature = "nats"))]
#[path = "cluster/without_nats.rs"]
mod nats;
mod uplinks;
mod websockets;

pub(crate) use counts::update;
pub(crate) use inbound::endpoint;
pub(crate) use nats::{Bucket, Kept};
pub use uplinks::Uplink;
pub(crate) use uplinks::{Backend, backend, begin, feed, listening, peerings, spawn_proxy};
pub(crate) use websockets::listen as listen_websocket;

use crate::call::{Call, Stop};
use crate::log::{self, Outgoing};
use crate::services::Services;
use cluster::zmq::Proxy;
use cluster::{Bell, Body, Carrier, Format, Head, Inbound, Keep, Node, PeerEnd, Sent};
use cluster_values::{Peers, encode_event};
use cluster_wire::{Data, Event, broker_bin};
use inbound::handle;
use letter::{Letter, UNKNOWN, in_order, time_of};
use net_types::Timestamp;
use script_vm::Machine;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use value::{Context, Opaque, Value};

/// The maximum number of names of refused events that are remembered. Each name is reported once.
const MOST_REPORTED: usize = 256;

/// The name of the event that carries `Broker::publish_id`.
pub(crate) const PUBLISH_ID: &str = "Broker::__set_id";

/// The tolerance for a time from a script, in nanoseconds. A double has a resolution of a quarter of a microsecond.
const ROUNDING: i64 = 500;

/// The cluster's part of a run's state.
#[derive(Default)]
pub struct Cluster {
    /// The link to other processes. Dropped before the node, so that sent mail still goes out.
    pub uplink: Uplink,
    /// This run's end of the hub; `None` without a cluster.
    pub node: Option<Node>,
    /// The proxy between publishers and subscribers to which ZeroMQ nodes connect, if it runs in this process.
    pub proxy: Option<Proxy>,
    /// Servers for WebSocket clients.
    websockets: Vec<websockets::Listening>,
    /// Rings when mail arrives, for runs with a separate thread.
    pub bell: Bell,
    /// Whether this run is a node of a cluster of processes.
    pub is_member: bool,
    /// Whether it has run `zeek_init`.
    is_announced: bool,
    /// The processes to which `Broker::peer` has connected it.
    pub(crate) peers: Vec<PeerEnd>,
    /// Batches of rows for other processes; `None` until a carrier takes them.
    pub(crate) outgoing: Option<Outgoing>,
    /// The maximum time that rows wait for their batch to fill, in seconds.
    flush_every: f64,
    /// Batches of other processes whose carrier waits until they are on disk.
    pub(crate) on_disk: log::OnDisk,
    /// Its name, `worker-1`.
    pub name: String,
    /// Mail that was taken but not yet handled, with the sender's network time.
    waiting: VecDeque<Letter>,
    /// The number of events from other nodes that were queued here.
    pub received: u64,
    /// The number of events from other nodes that are unknown here, declared differently, or malformed.
    pub refused: u64,
    /// The number of published events.
    pub published: u64,
    /// The number of events dropped because a mailbox was full.
    pub dropped: u64,
    reported: BTreeSet<String>,
    /// Topics to which events are published whenever scripts raise them, by the event's global.
    pub(crate) automatic: BTreeMap<u32, BTreeSet<String>>,
    /// Numbers of events by topic and name, in both directions.
    counts: counts::Counts,
    /// What came from other nodes, and went to them.
    pub(crate) came: counts::Pieces,
    /// As above.
    pub(crate) went: counts::Pieces,
    /// The subscriptions of other nodes that were reported to scripts.
    seen: BTreeSet<Box<str>>,
}

/// Converts functions and opaque values of this program. The families that own opaque values convert their states.
pub(crate) struct ProgramValues<'c>(pub(crate) &'c dyn Context);

impl Peers for ProgramValues<'_> {
    fn function(&self, name: &str) -> Option<Value> {
        self.0.global(self.0.global_id(name)?).filter(|v| matches!(v, Value::Func(_)))
    }
    fn state_of(&self, value: &Opaque) -> Option<Data<'static>> {
        crate::family::opaque_states::state_of(value)
    }
    fn opaque(&self, kind: &str, state: &Data<'_>) -> Option<Opaque> {
        crate::family::opaque_states::opaque(kind, state, self.0)
    }
}

impl Cluster {
    /// Sends an encoded event. Returns whether it was accepted; always true without a cluster, where it has no
    /// receiver.
    pub(crate) fn send(&mut self, topic: &str, name: &str, body: &[u8]) -> bool {
        let Some(node) = &mut self.node else { return true };
        self.published += 1;
        self.counts.outgoing.add(topic, name);
        self.went.count(name);
        let keep = Keep::of_event(name.as_bytes());
        let sent = node.publish(topic, keep, Format::BrokerBin, Body::from(body));
        if sent != Sent::Queued {
            self.dropped += 1;
        }
        true
    }

    /// Takes available mail, up to `most` items. `sent` tells when an item was sent. Returns whether there was any.
    fn fetch(&mut self, most: usize, sent: fn(&Inbound) -> Timestamp) -> bool {
        let Some(node) = &mut self.node else { return false };
        let mut fresh = VecDeque::new();
        node.take(most, &mut fresh);
        let any = !fresh.is_empty();
        self.waiting.extend(fresh.into_iter().map(|item| Letter { sent: sent(&item), item }));
        any
    }

    /// Whether a waiting letter was sent no later than this time.
    #[must_use]
    pub fn is_due(&self, until: Timestamp) -> bool {
        self.due_from().is_some_and(|from| until >= from)
    }

    /// Returns the time from which the first waiting letter is due.
    #[must_use]
    pub fn due_from(&self) -> Option<Timestamp> {
        self.waiting.front().map(|l| Timestamp::from_nanos(l.sent.nanos().saturating_sub(ROUNDING)))
    }

    /// Removes the first waiting letter if it was sent no later than `until`, in nanoseconds.
    fn next_due(&mut self, until: i64) -> Option<Letter> {
        let is_due = self.waiting.front().is_some_and(|letter| letter.sent.nanos() <= until);
        if is_due { self.waiting.pop_front() } else { None }
    }

    /// Whether mail is waiting.
    #[must_use]
    pub fn has_mail(&self) -> bool {
        !self.waiting.is_empty() || self.node.as_ref().is_some_and(|n| !n.is_empty())
    }

    /// The maximum time that rows wait for their batch to fill, in seconds; `None` if no rows are sent to other
    /// processes.
    #[must_use]
    pub fn flush_every(&self) -> Option<f64> {
        self.outgoing.as_ref().map(|_| self.flush_every)
    }

    /// Marks all taken mail as handled: all messages that result from it have been sent.
    pub fn settle(&mut self) {
        if self.waiting.is_empty()
            && let Some(node) = &mut self.node
        {
            node.settle();
        }
    }
}

/// Takes all mail and sorts it by the senders' times, for a node that follows the clocks of the others. Mail that two
/// nodes sent at the same time is sorted by their names, since it arrives in any order.
pub fn gather_mail(machine: &mut Machine) {
    let cluster = &mut Services::of(machine).cluster;
    if cluster.fetch(usize::MAX, time_of) {
        in_order(cluster.waiting.make_contiguous());
    }
}

/// Queues the events of mail that was sent no later than `until`. Returns whether any was queued.
pub fn deliver_gathered(machine: &mut Machine, until: Timestamp) -> bool {
    let until = until.nanos().saturating_add(ROUNDING);
    let mut any = false;
    while let Some(letter) = Services::of(machine).cluster.next_due(until) {
        let is_peering = matches!(letter.item, Inbound::Peering(_));
        any |= handle(machine, letter.item);
        // Stop when a connection begins or ends, because handlers look at the current connections.
        if is_peering && any {
            break;
        }
    }
    any
}

/// Takes up to `most` items of mail and queues their events. Returns whether any was queued.
pub fn take_mail(machine: &mut Machine, most: usize) -> bool {
    let cluster = &mut Services::of(machine).cluster;
    if cluster.node.is_none() {
        return false;
    }
    if let Uplink::Peerings(peerings) = &cluster.uplink {
        peerings.begin();
    }
    // All of it is handled now: its times would be read for nothing.
    cluster.fetch(most, |_| UNKNOWN);
    let any = websockets::take(machine);
    let any = deliver_gathered(machine, Timestamp::from_nanos(i64::MAX)) | any;
    log::acknowledge(machine);
    any
}

/// Encodes an event. On failure, returns the message for scripts.
pub(crate) fn encoded(
    cx: &dyn Context,
    name: &str,
    args: &[Value],
    stamp: Option<f64>,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    encode_event(name, args, stamp, &ProgramValues(cx), out).map_err(|e| e.to_string())
}

/// Encodes an event whose arguments are already data.
pub(crate) fn encoded_data(name: &str, args: Vec<Data<'static>>, stamp: Option<f64>, out: &mut Vec<u8>) {
    let mut event = Event::new(name, args);
    let stamp = stamp.map(|at| Data::Time(Timestamp::from_secs_f64(at)));
    event.metadata.extend(stamp.map(|at| (cluster_wire::event::NETWORK_TIME, at)));
    broker_bin::encode_event(&event, out);
}

/// The time to send with an event. The nodes of one process need it to order their mail; other nodes get it if scripts
/// request that events carry their times.
pub(crate) fn stamp(c: &mut Call<'_>) -> Option<f64> {
    if c.logs().joint.is_some() {
        return Some(c.cx.now());
    }
    let wanted = c.global("EventMetadata::add_network_timestamp").and_then(|v| v.as_bool()) == Some(true);
    wanted.then(|| c.cx.event_time().unwrap_or_else(|| c.cx.now()))
}

/// Publishes the events that scripts raised and that `Broker::auto_publish` names.
pub fn publish_copies(machine: &mut Machine) {
    for copy in machine.take_copies() {
        let Some((name, _)) = machine.global_type(copy.event) else { continue };
        let done = Call::aside(machine, |c| {
            let topics = c.cluster().automatic.get(&copy.event).cloned().unwrap_or_default();
            let stamp = stamp(c).map(|_| copy.at);
            let mut body = Vec::new();
            if let Err(why) = encoded(c.cx, &name, &copy.args, stamp, &mut body) {
                c.report(&why);
                return Ok(());
            }
            for topic in topics {
                c.cluster().send(&topic, &name, &body);
            }
            Ok(())
        });
        if let Err(e) = done {
            machine.report_error(&e);
        }
    }
}

/// Tells the cluster that this node has run `zeek_init`, so that the nodes discover each other.
pub fn announce(services: &mut Services) {
    let cluster = &mut services.cluster;
    cluster.is_announced = true;
    if let Some(node) = &cluster.node {
        node.announce();
        if let Uplink::Nats(nats) = &cluster.uplink {
            nats.announce(node.id());
        }
    }
}

/// Has the device take the rows that came from other processes, and tells the carriers that wait for it.
pub fn acknowledge_rows(machine: &mut Machine) {
    log::acknowledge(machine);
}

/// Sends the batches of rows that are ready.
pub fn send_rows(machine: &mut Machine) {
    if let Err(e) = Call::aside(machine, send_batches) {
        machine.report_error(&e);
    }
}

/// Sends the batches of rows that are ready, from within a call.
pub(crate) fn send_batches(c: &mut Call<'_>) -> Result<(), Stop> {
    while let Some(batch) = c.cluster().outgoing.as_ref().and_then(Outgoing::take) {
        let topic = match backend(c) {
            Backend::ZeroMq | Backend::Nats => String::new(),
            Backend::Broker | Backend::Other => log_topic(c, &batch.stream, &batch.path)?,
        };
        let stream = batch.stream.enum_name().unwrap_or_else(|| "".into());
        let head = Head { topic: &topic, stream: &stream, path: &batch.path };
        let cluster = c.cluster();
        if let Some(node) = &mut cluster.node {
            cluster.went.rows += batch.rows;
            // The carrier counts the rows for which it has no room.
            let _ = node.rows(head, Format::ZeekBin, Body::from(batch.body));
        }
    }
    Ok(())
}

/// Returns the topic for the rows of a log, from `Broker::log_topic`.
fn log_topic(c: &mut Call<'_>, stream: &Value, path: &str) -> Result<String, Stop> {
    let Some(Value::Func(f)) = c.global("Broker::log_topic") else { return Ok(String::new()) };
    let said = c.invoke(&f, &[stream.clone(), path.into()])?;
    Ok(said.and_then(|v| v.as_string().map(|s| s.to_text().into_owned())).unwrap_or_default())
}
