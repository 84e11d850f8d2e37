//! Converts mail to events, rows of logs and values of globals.
use super::{Cluster, MOST_REPORTED, PUBLISH_ID, ProgramValues, Uplink};
use crate::call::{Call, Stop};
use crate::log;
use crate::services::Services;
use bridge::REMOTE;
use cluster::{Inbound, LinkChange, PeerChange, PeerEnd};
use cluster_values::{Unreadable, read};
use cluster_wire::broker_bin::{self, ARGUMENT_DEPTH, Decoder, EventHead};
use cluster_wire::{Error, Event, Limits};
use net_types::{Port, Timestamp, TransportProto};
use script_vm::Machine;
use value::{Context, Flavor, Level, Record, Type, Value};

/// Handles an item of mail. Returns whether events were queued.
pub(super) fn handle(machine: &mut Machine, item: Inbound) -> bool {
    match item {
        Inbound::Event { topic, body, .. } => event(machine, &topic, &body),
        Inbound::Link(change) => {
            if matches!(Services::of(machine).cluster.uplink, Uplink::Nats(_)) {
                match &change {
                    LinkChange::Up { .. } => crate::family::stores::resync(machine),
                    LinkChange::Down { .. } => crate::family::stores::lose_touch(machine),
                }
            }
            let (event, name, id) = match &change {
                LinkChange::Up { name, id } => ("Cluster::hello", name, id),
                LinkChange::Down { name, id } => ("Cluster::node_down", name, id),
            };
            raise(machine, event, vec![Value::string(name.as_bytes()), Value::string(id.as_str())])
        }
        Inbound::Peering(change) => peering(machine, change),
        Inbound::Trouble { tag, message } => {
            raise(machine, "Cluster::Backend::error", vec![tag.into(), message.into()])
        }
        // A prefix to which another node has already subscribed is not news.
        Inbound::Subscribed(prefix) if !Services::of(machine).cluster.seen.insert(prefix.clone()) => false,
        Inbound::Subscribed(prefix) => {
            raise(machine, "Cluster::Backend::ZeroMQ::subscription", vec![Value::string(prefix.as_bytes())])
        }
        Inbound::Unsubscribed(prefix) => {
            Services::of(machine).cluster.seen.remove(&prefix);
            raise(machine, "Cluster::Backend::ZeroMQ::unsubscription", vec![Value::string(prefix.as_bytes())])
        }
        Inbound::Rows { ref body, .. } => {
            let is_known = Services::of(machine).cluster.on_disk.has(&item);
            if !is_known && let Err(e) = log::received(machine, body) {
                machine.report_error(&e);
            }
            if let Inbound::Rows { done: Some(done), .. } = item {
                Services::of(machine).cluster.on_disk.owe(done);
            }
            false
        }
        Inbound::Ready(_) => false,
    }
}

pub(super) fn raise(machine: &mut Machine, event: &str, mut args: Vec<Value>) -> bool {
    let Some(id) = machine.global_id(event).filter(|&id| machine.has_bodies(id)) else { return false };
    machine.queue(id, &mut args, REMOTE);
    true
}

/// Handles a change of a connection to another process: scripts get the events that Broker raises for it.
fn peering(machine: &mut Machine, change: PeerChange) -> bool {
    let cluster = &mut Services::of(machine).cluster;
    match change {
        PeerChange::Added(end) => {
            cluster.peers.push(end.clone());
            crate::family::stores::resync(machine);
            let discovered = "found a new peer in the network";
            tell(machine, "Broker::endpoint_discovered", &end, discovered)
                | tell(machine, "Broker::peer_added", &end, "handshake successful")
        }
        PeerChange::Removed(end) => {
            cluster.peers.retain(|p| *p != end);
            crate::family::stores::lose_touch(machine);
            tell(machine, "Broker::peer_removed", &end, "removed connection to remote peer")
                | tell(machine, "Broker::endpoint_unreachable", &end, "lost the last path")
        }
        PeerChange::Lost(end) => {
            cluster.peers.retain(|p| *p != end);
            crate::family::stores::lose_touch(machine);
            tell(machine, "Broker::peer_lost", &end, "lost connection to remote peer")
                | tell(machine, "Broker::endpoint_unreachable", &end, "lost the last path")
        }
        PeerChange::Unreachable(end) => {
            failed(machine, "Broker::PEER_UNAVAILABLE", &end, "unable to connect to remote peer")
        }
        PeerChange::Unknown(end) => {
            failed(machine, "Broker::PEER_INVALID", &end, "cannot unpeer from unknown peer")
        }
    }
}

fn tell(machine: &mut Machine, event: &str, end: &PeerEnd, message: &str) -> bool {
    let made = Call::aside(machine, |c| endpoint(c, end).map(Some));
    let Ok(Some(endpoint)) = made else { return false };
    raise(machine, event, vec![Value::Record(endpoint), Value::string(message)])
}

/// Creates a `Broker::EndpointInfo`.
pub(crate) fn endpoint(c: &mut Call<'_>, end: &PeerEnd) -> Result<Record, Stop> {
    let network = c.new_record("Broker::NetworkInfo")?;
    network.set_named("address", Value::string(end.host.as_bytes()));
    network.set_named("bound_port", Value::Port(Port { num: end.port, proto: TransportProto::Tcp }));
    let endpoint = c.new_record("Broker::EndpointInfo")?;
    endpoint.set_named("id", Value::string(end.id.as_bytes()));
    endpoint.set_named("network", Value::Record(network));
    Ok(endpoint)
}

/// Raises an error about a process that has no id, in the format that tools parse.
fn failed(machine: &mut Machine, code: &str, end: &PeerEnd, what: &str) -> bool {
    let Some(Type::Enum(codes)) = machine.named_type("Broker::ErrorCode") else { return false };
    let Some(code) = codes.number(code).map(|n| Value::enumerator(n, &codes)) else { return false };
    let text = format!("(00000000-0000-0000-0000-000000000000, *{}:{}, \"{what}\")", end.host, end.port);
    raise(machine, "Broker::error", vec![code, text.into()])
}

/// Why an event is not queued.
enum Refusal {
    /// The message is no event.
    Malformed(Error),
    /// There is no handler.
    Unhandled,
    /// It is unknown here, or declared differently.
    Unfit(String),
}

impl From<Error> for Refusal {
    fn from(e: Error) -> Self {
        Refusal::Malformed(e)
    }
}

fn event(machine: &mut Machine, topic: &str, body: &[u8]) -> bool {
    let mut from = Decoder::new(body, &Limits::DEFAULT);
    let head = from.event();
    let done = head.as_ref().map_err(|e| e.clone().into()).and_then(|head| named(machine, head, &mut from));
    let name = match (&head, &done) {
        (Err(_), _) | (_, Err(Refusal::Malformed(_))) => "",
        (Ok(head), _) => {
            Services::of(machine).cluster.counts.incoming.add(topic, head.name);
            head.name
        }
    };
    match done {
        Ok(any) => {
            let cluster = &mut Services::of(machine).cluster;
            cluster.received += 1;
            cluster.came.count(name);
            any
        }
        Err(refusal) => {
            refuse(machine, name, refusal);
            false
        }
    }
}

/// Handles an event of which the head has been read. Returns whether it was queued.
fn named(machine: &mut Machine, head: &EventHead<'_>, from: &mut Decoder<'_, '_>) -> Result<bool, Refusal> {
    match head.name {
        crate::stores::EVENT => {
            let args = (0..head.args).map(|_| Ok(from.value(ARGUMENT_DEPTH)?.into_owned()));
            let args = args.collect::<Result<_, Error>>()?;
            from.metadata(head)?;
            crate::family::stores::hear(machine, args).map_err(Refusal::Unfit)?;
            Ok(false)
        }
        PUBLISH_ID => set_global(machine, head, from).map(|()| false),
        _ => {
            let (id, mut args, sent) = received(machine, head, from)?;
            // The nodes of one process follow the same clock; other nodes send a time only if it is to be used.
            let is_apart = Services::of(machine).logs.joint.is_none();
            match sent.filter(|_| is_apart) {
                Some(at) => machine.queue_at(id, at.as_secs_f64(), &mut args, REMOTE),
                None => machine.queue(id, &mut args, REMOTE),
            }
            Ok(true)
        }
    }
}

/// Reads an event to its end: the number of its global, its arguments, and the time at which it was sent.
fn received(
    machine: &Machine,
    head: &EventHead<'_>,
    from: &mut Decoder<'_, '_>,
) -> Result<(u32, Vec<Value>, Option<Timestamp>), Refusal> {
    let name = head.name;
    let refuse = |why: String| Err(Refusal::Unfit(why));
    let Some(id) = machine.global_id(name) else {
        return refuse(format!("event {name} of another node is unknown here"));
    };
    let Some((_, Type::Func(ty))) = machine.global_type(id).filter(|(_, t)| is_event(t)) else {
        return refuse(format!("{name}, sent by another node as an event, is none here"));
    };
    if ty.params.len() != head.args as usize {
        let (got, expected) = (head.args, ty.params.len());
        return refuse(format!("event {name} of another node has {got} arguments, expected {expected}"));
    }
    let known = ProgramValues(machine);
    let mut args = Vec::with_capacity(ty.params.len());
    for (n, param) in ty.params.iter().enumerate() {
        match read(from, &param.ty, ARGUMENT_DEPTH, &known) {
            Ok(v) => args.push(v),
            Err(Unreadable::Malformed(e)) => return Err(e.into()),
            Err(Unreadable::Mismatch(e)) => {
                return refuse(format!("event {name} of another node, argument {}: {e}", n + 1));
            }
        }
    }
    let sent = from.metadata(head)?;
    if machine.has_bodies(id) { Ok((id, args, sent)) } else { Err(Refusal::Unhandled) }
}

/// Whether scripts declare an event with this name and these types.
pub(super) fn fits(machine: &Machine, event: &Event<'_>) -> bool {
    let mut body = Vec::new();
    broker_bin::encode_event(event, &mut body);
    let mut from = Decoder::new(&body, &Limits::DEFAULT);
    let read = from.event().map_err(Refusal::from).and_then(|head| received(machine, &head, &mut from));
    matches!(read, Ok(_) | Err(Refusal::Unhandled))
}

fn is_event(ty: &Type) -> bool {
    ty.as_func().is_some_and(|f| f.flavor == Flavor::Event)
}

/// `Broker::publish_id`: sets a global to its value at another node.
fn set_global(
    machine: &mut Machine,
    head: &EventHead<'_>,
    from: &mut Decoder<'_, '_>,
) -> Result<(), Refusal> {
    if head.args != 2 {
        let parts = head.args;
        return Err(Refusal::Unfit(format!("an update of a global has {parts} parts, expected 2")));
    }
    let known = ProgramValues(machine);
    let mut read = |ty: &Type, place: &str| match read(from, ty, ARGUMENT_DEPTH, &known) {
        Ok(v) => Ok(v),
        Err(Unreadable::Malformed(e)) => Err(e.into()),
        Err(Unreadable::Mismatch(e)) => Err(Refusal::Unfit(format!("{place}{e}"))),
    };
    let name = read(&Type::String, "")?;
    let name = name.as_string().map(|s| s.to_text().into_owned()).unwrap_or_default();
    let place = format!("global {name}, updated by another node");
    let found = machine.global_id(&name).and_then(|id| Some((id, machine.global_type(id)?.1)));
    let Some((id, ty)) = found else {
        return Err(Refusal::Unfit(format!("{place}, is unknown here")));
    };
    let value = read(&ty, &format!("{place}: "))?;
    from.metadata(head)?;
    machine.set_global(id, value);
    Ok(())
}

/// Counts an event that cannot be handled, and reports it once per name.
fn refuse(machine: &mut Machine, name: &str, refusal: Refusal) {
    let why = match refusal {
        Refusal::Unhandled => return,
        Refusal::Malformed(e) => format!("a message of another node is malformed: {e}"),
        Refusal::Unfit(why) => why,
    };
    let cluster: &mut Cluster = &mut Services::of(machine).cluster;
    cluster.refused += 1;
    if cluster.reported.len() < MOST_REPORTED && cluster.reported.insert(name.to_owned()) {
        Context::report(machine, Level::Warning, &why, None);
    }
}
