//! `Cluster::…`: events to other nodes.
use crate::call::{Answer, Call, Stop, family};
use crate::cluster::{
    Backend, ProgramValues, backend, begin, encoded_data, listen_websocket, spawn_proxy, stamp,
};
use cluster::Carrier;
use cluster_values::{Arguments, BrokerData};
use std::rc::Rc;
use value::{Func, Level, Name, Record, Type, Value, Vector, VectorType};

family! {
    "Cluster::publish" => |c| {
        let topic = c.c_str(0)?;
        publish(c, &topic.to_text(), 1, Kind::Cluster)
    },
    "Cluster::make_event" => make_event,
    "Cluster::publish_hrw" => |c| publish_to_pool(c, "Cluster::hrw_topic"),
    "Cluster::publish_rr" => |c| publish_to_pool(c, "Cluster::rr_topic"),
    "Cluster::__subscribe" => |c| subscribe(c, true),
    "Cluster::__unsubscribe" => |c| subscribe(c, false),
    "Cluster::Backend::__init" => |c| {
        let id = c.text(0)?;
        Ok(begin(c, &id).into())
    },
    "Cluster::__listen_websocket" => |c| listen_websocket(c).map(Value::Bool),
    "Cluster::Backend::ZeroMQ::spawn_zmq_proxy_thread" => |c| Ok(spawn_proxy(c).into()),
}

/// The framework whose event records a function accepts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Cluster,
    Broker,
}

/// An event that is ready to be sent.
struct Prepared {
    name: Name,
    body: Vec<u8>,
}

impl Prepared {
    /// Sends the event. Returns whether it was accepted.
    fn send(self, c: &mut Call<'_>, topic: &str) -> Value {
        let was_accepted = c.cluster().send(topic, &self.name, &self.body);
        c.return_buffer(self.body);
        was_accepted.into()
    }
}

/// Publishes the event that begins at argument `at`. If that is not an event, reports an error and returns false.
pub(super) fn publish(c: &mut Call<'_>, topic: &str, at: usize, kind: Kind) -> Answer {
    let Some(event) = prepared(c, at, kind)? else { return Ok(false.into()) };
    Ok(event.send(c, topic))
}

fn publish_to_pool(c: &mut Call<'_>, topic_of: &str) -> Answer {
    let Some(Value::Func(f)) = c.global(topic_of) else {
        c.error(&format!("{topic_of} is not defined"));
        return Ok(false.into());
    };
    if c.len() < 2 {
        c.error("not enough arguments");
        return Ok(false.into());
    }
    let is_pool =
        c.arg(0).as_record().is_some_and(|r| r.record_type().name().as_deref() == Some("Cluster::Pool"));
    if !is_pool {
        c.error("expected type Cluster::Pool for pool");
        return Ok(false.into());
    }
    if topic_of == "Cluster::rr_topic" && c.arg(1).as_string().is_none() {
        let got = c.arg(1).ty().to_string();
        c.error(&format!("expected type string for key, got {got}"));
        return Ok(false.into());
    }
    let args = [c.arg(0).clone(), c.arg(1).clone()];
    let Some(event) = prepared(c, 2, Kind::Cluster)? else { return Ok(false.into()) };
    let topic = c.invoke(&f, &args)?.and_then(|v| v.as_string().map(|s| s.to_text().into_owned()));
    match topic.filter(|t| !t.is_empty()) {
        Some(topic) => Ok(event.send(c, &topic)),
        None => Ok(false.into()),
    }
}

fn prepared(c: &mut Call<'_>, at: usize, kind: Kind) -> Result<Option<Prepared>, Stop> {
    if c.len() <= at {
        c.error("no event arguments given");
        return Ok(None);
    }
    match c.arg(at).clone() {
        Value::Func(f) => {
            let given = c.args_from(at + 1);
            of_function(c, &f, given)
        }
        Value::Record(r) => of_record(c, &r, kind),
        other => {
            let got = other.ty().to_string();
            c.error(&format!("expected function or record as first argument, got {got}"));
            Ok(None)
        }
    }
}

fn of_function(c: &mut Call<'_>, f: &Func, given: &[Value]) -> Result<Option<Prepared>, Stop> {
    let (mut body, stamp) = (c.buffer(), stamp(c));
    match Arguments::encode(f, given, stamp, &ProgramValues(c.cx), &mut body) {
        Ok(()) => Ok(Some(Prepared { name: f.name.clone(), body })),
        Err(why) => {
            complain(c, &why);
            Ok(None)
        }
    }
}

/// Prepares an event that a script made earlier: `Cluster::Event`, or `Broker::Event` for functions of Broker.
fn of_record(c: &mut Call<'_>, r: &Record, kind: Kind) -> Result<Option<Prepared>, Stop> {
    let name = r.record_type().name();
    let name = name.as_deref().unwrap_or("record");
    match (name, kind) {
        ("Cluster::Event", Kind::Cluster) => {
            let Some(Value::Func(f)) = r.get_named("ev") else {
                c.error("the event is not set");
                return Ok(None);
            };
            let args = r.get_named("args").and_then(|v| v.as_vector().map(Vector::items)).unwrap_or_default();
            of_function(c, &f, &args.into_iter().flatten().collect::<Vec<_>>())
        }
        ("Broker::Event", Kind::Broker) => Ok(of_broker_event(c, r)),
        ("Broker::Event", Kind::Cluster) if backend(c) == Backend::Broker => Ok(of_broker_event(c, r)),
        ("Broker::Event", Kind::Cluster) => {
            c.error(
                "Publish of Broker::Event record instance with type 'Broker::Event' to a non-Broker backend",
            );
            Ok(None)
        }
        (other, Kind::Broker) => {
            let text = format!("expected Broker::Event, got {other}");
            c.error(&text);
            Ok(None)
        }
        (other, Kind::Cluster) => {
            let text = format!("Publish of unknown record type '{other}'");
            c.error(&text);
            Ok(None)
        }
    }
}

fn of_broker_event(c: &mut Call<'_>, r: &Record) -> Option<Prepared> {
    // Without a name, the event could not be made, which has already been reported.
    let name = r.get_named("name")?.as_string()?.to_text().into_owned();
    let items = r.get_named("args").and_then(|v| v.as_vector().map(Vector::items)).unwrap_or_default();
    let args = items.iter().flatten().map(|v| Some(BrokerData::try_from(v).ok()?.0));
    let args = args.collect::<Option<Vec<_>>>()?;
    let (mut body, stamp) = (c.buffer(), stamp(c));
    encoded_data(&name, args, stamp, &mut body);
    Some(Prepared { name: name.into(), body })
}

/// Reports an error with the place but without the call.
pub(super) fn complain(c: &mut Call<'_>, why: &str) {
    let at = c.cx.call_site();
    c.cx.report(Level::Error, why, Some(at));
}

/// Returns the event in the first argument, and the other arguments converted to its parameter types. On failure,
/// reports an error and returns `None`.
pub(super) fn made(c: &mut Call<'_>) -> Option<(Rc<Func>, Vec<Value>)> {
    if c.len() == 0 {
        c.error("not enough arguments");
        return None;
    }
    let Value::Func(f) = c.arg(0).clone() else {
        let text = format!("got non-event type '{}'", c.arg(0).ty());
        c.error(&text);
        return None;
    };
    match Arguments::fit(&f, c.args_from(1)) {
        Ok(args) => Some((f, args)),
        Err(why) => {
            complain(c, &why);
            None
        }
    }
}

fn make_event(c: &mut Call<'_>) -> Answer {
    let event = c.new_record("Cluster::Event")?;
    let made = made(c);
    let (f, args) = made.map_or((None, Vec::new()), |(f, args)| (Some(f), args));
    if let Some(f) = f {
        event.set_named("ev", Value::Func(f));
    }
    let list = VectorType { name: None, elem: Type::Any };
    event.set_named("args", Value::Vector(Vector::from_values(Rc::new(list), args)));
    Ok(event.into())
}

/// Starts or ends a subscription, and runs the hooks for it.
pub(super) fn subscribe(c: &mut Call<'_>, begins: bool) -> Answer {
    let prefix = c.text(0)?;
    let done = match &mut c.cluster().node {
        Some(node) if begins => node.subscribe(&prefix),
        Some(node) => {
            node.unsubscribe(&prefix);
            true
        }
        None => true,
    };
    if !done {
        c.error("the topic is too long, or the node has too many subscriptions");
        return Ok(false.into());
    }
    let hook = if begins { "Cluster::on_subscribe" } else { "Cluster::on_unsubscribe" };
    if let Some(Value::Func(f)) = c.global(hook) {
        c.invoke(&f, &[prefix.into()])?;
    }
    Ok(true.into())
}
