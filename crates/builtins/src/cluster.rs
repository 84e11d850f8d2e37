//! A run as a node of a cluster: its end of the hub, its subscriptions, and the conversion of mail into events.
//!
//! Events are encoded on the thread that publishes them, and decoded on the thread that handles them, against the
//! receiver's declarations. An event that does not fit is counted and reported once per name; it never ends the run.
use crate::services::Services;
use bridge::REMOTE;
use cluster::{Body, Carrier, Format, Inbound, Keep, LinkChange, Node, Sent};
use cluster_values::{Peers, decode, encode_event};
use cluster_wire::{Data, Event, Limits, broker_bin};
use net_types::Timestamp;
use script_vm::Machine;
use std::collections::{BTreeSet, VecDeque};
use value::{Context, Flavor, Level, Opaque, Type, Value};

/// The most names of refused events that are remembered, so that each is reported once.
const MOST_REPORTED: usize = 256;

/// The tolerance for a script's time, in nanoseconds: a double is exact to a quarter of a microsecond.
const ROUNDING: i64 = 500;

/// The cluster's part of a run's state.
#[derive(Default)]
pub struct Cluster {
    /// Its end of the hub; `None` without a cluster.
    pub node: Option<Node>,
    /// Its name, `worker-1`.
    pub name: String,
    /// Mail taken but not handled yet, with the sender's network time.
    waiting: VecDeque<Letter>,
    /// Events of other nodes that were queued here.
    pub received: u64,
    /// Events of other nodes that are unknown here, declared differently, or malformed.
    pub refused: u64,
    /// Events that were published.
    pub published: u64,
    /// Events dropped because a mailbox was full.
    pub dropped: u64,
    reported: BTreeSet<String>,
}

/// A piece of mail, and the time at which it was sent.
struct Letter {
    sent: Timestamp,
    item: Inbound,
}

/// Functions and opaque values of this program. States of opaque values are converted by the families that own them.
pub(crate) struct ProgramValues<'c>(pub(crate) &'c dyn Context);

impl Peers for ProgramValues<'_> {
    fn function(&self, name: &str) -> Option<Value> {
        self.0.global(self.0.global_id(name)?).filter(|v| matches!(v, Value::Func(_)))
    }
    fn state_of(&self, value: &Opaque) -> Option<Data<'static>> {
        crate::family::opaque_states::state_of(value)
    }
    fn opaque(&self, kind: &str, state: &Data<'_>) -> Option<Opaque> {
        crate::family::opaque_states::opaque(kind, state)
    }
}

impl Cluster {
    /// Sends an encoded event. True if it was accepted; always true without a cluster, where it has no receiver.
    pub(crate) fn send(&mut self, topic: &str, name: &str, body: &[u8]) -> bool {
        let Some(node) = &mut self.node else { return true };
        self.published += 1;
        let keep = Keep::of_event(name.as_bytes());
        let sent = node.publish(topic, keep, Format::BrokerBin, Body::from(body));
        if sent != Sent::Queued {
            self.dropped += 1;
        }
        true
    }

    /// Takes available mail, up to `most` items. Returns how many wait now.
    fn fetch(&mut self, most: usize) -> usize {
        let Some(node) = &mut self.node else { return 0 };
        let mut fresh = VecDeque::new();
        node.take(most, &mut fresh);
        self.waiting.extend(fresh.into_iter().map(|item| Letter { sent: time_of(&item), item }));
        self.waiting.len()
    }

    /// Whether a waiting letter was sent no later than this time.
    #[must_use]
    pub fn is_due(&self, until: Timestamp) -> bool {
        self.waiting.front().is_some_and(|l| l.sent.nanos() <= until.nanos().saturating_add(ROUNDING))
    }

    /// The first waiting letter, if it was sent no later than this time in nanoseconds.
    fn next_due(&mut self, until: i64) -> Option<Letter> {
        let is_due = self.waiting.front().is_some_and(|letter| letter.sent.nanos() <= until);
        if is_due { self.waiting.pop_front() } else { None }
    }

    /// Whether mail is waiting.
    #[must_use]
    pub fn has_mail(&self) -> bool {
        !self.waiting.is_empty() || self.node.as_ref().is_some_and(|n| !n.is_empty())
    }

    /// Marks all taken mail as handled, and its consequences as sent.
    pub fn settle(&mut self) {
        if self.waiting.is_empty()
            && let Some(node) = &mut self.node
        {
            node.settle();
        }
    }
}

/// When an item was sent, by its sender's clock; the earliest time if unknown.
fn time_of(item: &Inbound) -> Timestamp {
    let stamp = match item {
        Inbound::Event { body, .. } => broker_bin::decode_event(body, &Limits::DEFAULT).ok(),
        _ => None,
    };
    stamp.and_then(|e| e.network_time()).unwrap_or(Timestamp::from_nanos(i64::MIN))
}

/// Takes all mail and sorts it by the senders' times, for a node that follows the others' clocks.
pub fn gather_mail(machine: &mut Machine) {
    let cluster = &mut Services::of(machine).cluster;
    cluster.fetch(usize::MAX);
    cluster.waiting.make_contiguous().sort_by_key(|letter| letter.sent);
}

/// Queues the events of mail that was sent no later than `until`. Returns whether any was queued.
pub fn deliver_gathered(machine: &mut Machine, until: Timestamp) -> bool {
    let until = until.nanos().saturating_add(ROUNDING);
    let mut any = false;
    while let Some(letter) = Services::of(machine).cluster.next_due(until) {
        any |= handle(machine, letter.item);
    }
    any
}

/// Takes up to `most` items of mail and queues their events. Returns whether any was queued.
pub fn take_mail(machine: &mut Machine, most: usize) -> bool {
    let cluster = &mut Services::of(machine).cluster;
    if cluster.node.is_none() {
        return false;
    }
    cluster.fetch(most);
    deliver_gathered(machine, Timestamp::from_nanos(i64::MAX))
}

/// Queues an item's event.
fn handle(machine: &mut Machine, item: Inbound) -> bool {
    match item {
        Inbound::Event { body, .. } => match received(machine, &body) {
            Ok((event, mut args)) => {
                Services::of(machine).cluster.received += 1;
                machine.queue(event, &mut args, REMOTE);
                true
            }
            Err(Refusal { name, why }) => {
                refuse(machine, name, &why);
                false
            }
        },
        Inbound::Link(change) => {
            let (event, name, id) = match &change {
                LinkChange::Up { name, id } => ("Cluster::hello", name, id),
                LinkChange::Down { name, id } => ("Cluster::node_down", name, id),
            };
            raise(machine, event, vec![Value::string(name.as_bytes()), Value::string(id.as_str())])
        }
        Inbound::Trouble { tag, message } => {
            raise(machine, "Cluster::Backend::error", vec![tag.into(), message.into()])
        }
        Inbound::Rows { .. } | Inbound::Subscribed(_) | Inbound::Unsubscribed(_) | Inbound::Ready(_) => false,
    }
}

fn raise(machine: &mut Machine, event: &str, mut args: Vec<Value>) -> bool {
    let Some(id) = machine.global_id(event).filter(|&id| machine.has_bodies(id)) else { return false };
    machine.queue(id, &mut args, REMOTE);
    true
}

struct Refusal {
    name: String,
    /// Empty if it is not an error: an event without handlers.
    why: String,
}

/// Decodes an event: the number of its global, and its arguments.
fn received(machine: &Machine, body: &[u8]) -> Result<(u32, Vec<Value>), Refusal> {
    let refuse = |name: &str, why: String| Refusal { name: name.to_owned(), why };
    let event = broker_bin::decode_event(body, &Limits::DEFAULT)
        .map_err(|e| refuse("", format!("a message of another node is malformed: {e}")))?;
    let name = &*event.name;
    let Some(id) = machine.global_id(name) else {
        return Err(refuse(name, format!("event {name} of another node is unknown here")));
    };
    let Some((_, Type::Func(ty))) = machine.global_type(id).filter(|(_, t)| is_event(t)) else {
        return Err(refuse(name, format!("{name}, published by another node, is not an event here")));
    };
    if !machine.has_bodies(id) {
        return Err(refuse(name, String::new()));
    }
    if ty.params.len() != event.args.len() {
        let (got, expected) = (event.args.len(), ty.params.len());
        return Err(refuse(
            name,
            format!("event {name} of another node has {got} arguments, expected {expected}"),
        ));
    }
    let known = ProgramValues(machine);
    let args = event.args.iter().zip(&ty.params).enumerate();
    let args = args.map(|(n, (data, param))| {
        let wrong = |e| refuse(name, format!("event {name} of another node, argument {}: {e}", n + 1));
        decode(data, &param.ty, &known).map_err(wrong)
    });
    Ok((id, args.collect::<Result<_, _>>()?))
}

fn is_event(ty: &Type) -> bool {
    ty.as_func().is_some_and(|f| f.flavor == Flavor::Event)
}

/// Counts an event that cannot be handled, and reports it once per name.
fn refuse(machine: &mut Machine, name: String, why: &str) {
    if why.is_empty() {
        return;
    }
    let cluster = &mut Services::of(machine).cluster;
    cluster.refused += 1;
    if cluster.reported.len() < MOST_REPORTED && cluster.reported.insert(name) {
        Context::report(machine, Level::Warning, why, None);
    }
}

/// Encodes an event with this node's network time. An error is the message for scripts.
pub(crate) fn encoded(cx: &dyn Context, name: &str, args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
    encode_event(name, args, Some(cx.now()), &ProgramValues(cx), out).map_err(|e| e.to_string())
}

/// Encodes an event whose arguments are data already.
pub(crate) fn encoded_data(name: &str, args: Vec<Data<'static>>, now: f64, out: &mut Vec<u8>) {
    let mut event = Event::new(name, args);
    event.metadata.push((cluster_wire::event::NETWORK_TIME, Data::Time(Timestamp::from_secs_f64(now))));
    broker_bin::encode_event(&event, out);
}

/// Tells the cluster that the node has run `zeek_init`, so that the nodes learn of each other.
pub fn announce(services: &mut Services) {
    if let Some(node) = &services.cluster.node {
        node.announce();
    }
}
