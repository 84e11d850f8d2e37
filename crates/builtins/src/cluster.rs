//! The node of a cluster that a run is: its end of the hub, its subscriptions, and the mail that becomes events.
//!
//! Events are encoded here, on the thread that publishes them, and decoded on the thread that handles them, against the
//! receiver's own declarations. What does not fit is counted and told once a name; it never ends anything.
use crate::services::Services;
use bridge::REMOTE;
use cluster::{Carrier, Format, Frame, Inbound, Keep, LinkChange, Node, Sent};
use cluster_values::{Peers, decode, encode_event};
use cluster_wire::{Data, Event, Limits, broker_bin};
use net_types::Timestamp;
use script_vm::Machine;
use std::collections::{BTreeSet, VecDeque};
use value::{Context, Flavor, Level, Opaque, Type, Value};

/// How many names of refused events are remembered, to tell of each once.
const MOST_TOLD: usize = 256;

/// Nanoseconds by which a time of scripts may be late: it is exact to a quarter of a microsecond.
const ROUNDING: i64 = 500;

/// What a run has of its cluster.
#[derive(Default)]
pub struct Cluster {
    /// Its end of the hub; none in a run without a cluster.
    pub node: Option<Node>,
    /// Its name, `worker-1`.
    pub name: String,
    /// Mail that was taken and is not handled yet, with the network's time at its sender.
    waiting: VecDeque<Letter>,
    /// Events of other nodes that became events here.
    pub received: u64,
    /// Events of other nodes that this node does not declare, or declares otherwise, or cannot read.
    pub refused: u64,
    /// Events that were published.
    pub published: u64,
    /// Events that found a full mailbox.
    pub dropped: u64,
    told: BTreeSet<String>,
}

/// A piece of mail, and when it was sent.
struct Letter {
    sent: Timestamp,
    item: Inbound,
}

/// What a program knows of functions and opaque values. States of opaque values are copied out by their families.
pub(crate) struct Known<'c>(pub(crate) &'c dyn Context);

impl Peers for Known<'_> {
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
    /// Sends an encoded event. True if it was accepted: in a run without a cluster there is nobody to miss it.
    pub(crate) fn send(&mut self, topic: &str, name: &str, body: &[u8]) -> bool {
        let Some(node) = &mut self.node else { return true };
        self.published += 1;
        let keep = Keep::of_event(name.as_bytes());
        let sent = node.publish(topic, keep, Format::BrokerBin, Frame::from(body));
        if sent != Sent::Queued {
            self.dropped += 1;
        }
        true
    }

    /// Takes all that has come, up to `most` items. Returns how many wait now.
    fn fetch(&mut self, most: usize) -> usize {
        let Some(node) = &mut self.node else { return 0 };
        let mut fresh = VecDeque::new();
        node.take(most, &mut fresh);
        self.waiting.extend(fresh.into_iter().map(|item| Letter { sent: time_of(&item), item }));
        self.waiting.len()
    }

    /// Whether a waiting letter was sent up to this time.
    #[must_use]
    pub fn is_due(&self, until: Timestamp) -> bool {
        self.waiting.front().is_some_and(|l| l.sent.nanos() <= until.nanos().saturating_add(ROUNDING))
    }

    /// The first waiting letter, if it was sent up to this time in nanoseconds.
    fn next_due(&mut self, until: i64) -> Option<Letter> {
        let is_due = self.waiting.front().is_some_and(|letter| letter.sent.nanos() <= until);
        if is_due { self.waiting.pop_front() } else { None }
    }

    /// Whether mail is at hand.
    #[must_use]
    pub fn has_mail(&self) -> bool {
        !self.waiting.is_empty() || self.node.as_ref().is_some_and(|n| !n.is_empty())
    }

    /// What was taken is handled, and what followed from it was sent.
    pub fn settle(&mut self) {
        if self.waiting.is_empty()
            && let Some(node) = &mut self.node
        {
            node.settle();
        }
    }
}

/// When an item was sent by its sender's clock; the earliest time if it does not say.
fn time_of(item: &Inbound) -> Timestamp {
    let stamp = match item {
        Inbound::Event { body, .. } => broker_bin::decode_event(body, &Limits::DEFAULT).ok(),
        _ => None,
    };
    stamp.and_then(|e| e.network_time()).unwrap_or(Timestamp::from_nanos(i64::MIN))
}

/// Takes mail and sorts it by the times at its senders, for a node that follows the others' clocks.
pub fn gather_mail(machine: &mut Machine) {
    let cluster = &mut Services::of(machine).cluster;
    cluster.fetch(usize::MAX);
    cluster.waiting.make_contiguous().sort_by_key(|letter| letter.sent);
}

/// Queues the events of mail at hand that was sent up to `until`. Returns whether any was queued.
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

/// Queues what an item says.
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
    /// Empty for what is no fault: an event that nothing handles.
    why: String,
}

/// The event in a body: the number of its global, and its arguments.
fn received(machine: &Machine, body: &[u8]) -> Result<(u32, Vec<Value>), Refusal> {
    let refuse = |name: &str, why: String| Refusal { name: name.to_owned(), why };
    let event = broker_bin::decode_event(body, &Limits::DEFAULT)
        .map_err(|e| refuse("", format!("a message of another node is malformed: {e}")))?;
    let name = &*event.name;
    let Some(id) = machine.global_id(name) else {
        return Err(refuse(name, format!("event {name} of another node is unknown here")));
    };
    let Some((_, Type::Func(ty))) = machine.global_type(id).filter(|(_, t)| is_event(t)) else {
        return Err(refuse(name, format!("{name}, sent by another node as an event, is none here")));
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
    let known = Known(machine);
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

/// Counts an event that cannot be handled, and tells of it once a name.
fn refuse(machine: &mut Machine, name: String, why: &str) {
    if why.is_empty() {
        return;
    }
    let cluster = &mut Services::of(machine).cluster;
    cluster.refused += 1;
    if cluster.told.len() < MOST_TOLD && cluster.told.insert(name) {
        Context::report(machine, Level::Warning, why, None);
    }
}

/// Encodes an event with the network's time at this node. An error is the message for scripts.
pub(crate) fn encoded(cx: &dyn Context, name: &str, args: &[Value], out: &mut Vec<u8>) -> Result<(), String> {
    encode_event(name, args, Some(cx.now()), &Known(cx), out).map_err(|e| e.to_string())
}

/// Encodes an event whose arguments are data already.
pub(crate) fn encoded_data(name: &str, args: Vec<Data<'static>>, now: f64, out: &mut Vec<u8>) {
    let mut event = Event::new(name, args);
    event.metadata.push((cluster_wire::event::NETWORK_TIME, Data::Time(Timestamp::from_secs_f64(now))));
    broker_bin::encode_event(&event, out);
}

/// The node has run `zeek_init`: others hear of it, and it of them.
pub fn announce(services: &mut Services) {
    if let Some(node) = &services.cluster.node {
        node.announce();
    }
}
