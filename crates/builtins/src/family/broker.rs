//! `Broker::…`: functions for scripts that predate the cluster framework. They use the same hub. Connections between
//! processes use Egret's own protocol (`cluster::peering`), not Broker's.
use super::clusters::{Kind, complain, made, publish, subscribe};
use crate::call::{Answer, Call, Stop, family, insert};
use crate::cluster::{
    Backend, PUBLISH_ID, ProgramValues, Uplink, backend, encoded_data, endpoint, listening, peerings,
    send_batches,
};
use cluster_values::data_of;
use cluster_wire::Data;
use net_types::{Port, TransportProto};
use std::collections::BTreeMap;
use std::time::Duration;
use value::{Code, Flavor, Level, Record, Value, Vector};

family! {
    "Broker::publish" => |c| {
        let topic = c.text(0)?;
        if backend(c) != Backend::Broker && c.cluster().outgoing.is_some() {
            let text = "Non-broker cluster backend configured and Broker manager inactive. Did you mean to use \
                        Cluster::publish() instead of Broker::publish()?";
            let at = c.cx.call_site();
            c.cx.report(Level::Warning, text, Some(at));
            return Ok(false.into());
        }
        publish(c, &topic, 1, Kind::Broker)
    },
    "Broker::make_event" => make_event,
    "Broker::__subscribe" => |c| subscribe(c, true),
    "Broker::__unsubscribe" => |c| subscribe(c, false),
    "Broker::__forward" => forward,
    "Broker::__listen" => listen,
    "Broker::__peer" => |c| {
        let retry = c.double(2)?;
        peer(c, Duration::try_from_secs_f64(retry).ok().filter(|d| !d.is_zero()))
    },
    "Broker::__peer_no_retry" => |c| peer(c, None),
    "Broker::__unpeer" => unpeer,
    "Broker::__is_outbound_peering" => is_outbound,
    "Broker::__peers" => peers,
    "Broker::__publish_id" => publish_id,
    "Broker::__auto_publish" => |c| auto_publish(c, true),
    "Broker::__auto_unpublish" => |c| auto_publish(c, false),
    "Broker::__node_id" => node_id,
    "Broker::__flush_logs" => flush_logs,
    "Broker::__peering_stats" => peering_stats,
    "get_broker_stats" => stats,
}

/// Returns the messages that wait for each peer.
fn peering_stats(c: &mut Call<'_>) -> Answer {
    let queues = match &c.cluster().uplink {
        Uplink::Peerings(peerings) => peerings.queues(),
        _ => BTreeMap::new(),
    };
    let table = c.table_of("BrokerPeeringStatsTable")?;
    for (id, queue) in queues {
        let stats = c.new_record("BrokerPeeringStats")?;
        stats.set_named("num_queued", queue.waiting);
        stats.set_named("max_queued_recently", queue.most);
        stats.set_named("num_overflows", queue.dropped);
        insert(&table, &[Value::string(id.as_bytes())], Some(stats.into()))?;
    }
    Ok(table.into())
}

/// Returns `BrokerStats`.
fn stats(c: &mut Call<'_>) -> Answer {
    let stores = c.services().stores.all();
    let asked: u64 = stores.iter().map(|s| s.try_borrow().map_or(0, |s| s.waiting_queries())).sum();
    let (peers, came, went) = (c.cluster().peers.len() as u64, c.cluster().came, c.cluster().went);
    let stats = c.new_record("BrokerStats")?;
    for (name, n) in [
        ("num_peers", peers),
        ("num_stores", stores.len() as u64),
        ("num_pending_queries", asked),
        ("num_events_incoming", came.events),
        ("num_events_outgoing", went.events),
        ("num_logs_incoming", came.rows),
        ("num_logs_outgoing", went.rows),
        ("num_ids_incoming", came.ids),
        ("num_ids_outgoing", went.ids),
    ] {
        stats.set_named(name, n);
    }
    Ok(stats.into())
}

/// Returns the id of this node. A run without a cluster also has an id.
fn node_id(c: &mut Call<'_>) -> Answer {
    if let Some(node) = &c.cluster().node {
        return Ok(node.id().as_str().to_owned().into());
    }
    let key = c.randomness().seeds.siphash_key();
    let pid = c.this_machine().process_id();
    Ok(format!("egret_{:016x}{:08x}", key[0] ^ key[1], pid).into())
}

/// `Broker::PEERED`.
const PEERED: i64 = 3;

/// Calls `f` with the peerings. If there can be none, reports why and returns `None`.
fn with_peerings<R>(c: &mut Call<'_>, f: impl FnOnce(&cluster::peering::Peering) -> R) -> Option<R> {
    match peerings(c) {
        Ok(peerings) => Some(f(peerings)),
        Err(why) => {
            c.error(&format!("no connections between processes: {why}"));
            None
        }
    }
}

fn forward(c: &mut Call<'_>) -> Answer {
    let prefix = c.text(0)?;
    Ok(with_peerings(c, |p| p.forward(&prefix)).is_some().into())
}

/// Listens for other processes. Returns port 0 on failure.
fn listen(c: &mut Call<'_>) -> Answer {
    let (host, port) = (c.text(0)?, c.port(1)?.num);
    let native = c.arg(2).enum_name().is_none_or(|name| &*name == "Broker::NATIVE");
    let unknown = Value::Port(Port { num: 0, proto: TransportProto::Unknown });
    if !native {
        c.error("Broker's own WebSocket server does not exist here: use Cluster::listen_websocket()");
        return Ok(unknown);
    }
    let at = listening(&host, port);
    let bound = match at {
        Ok(at) => with_peerings(c, |p| p.listen(at).map_err(|e| outside::system_error(&e))),
        Err(why) => Some(Err(why)),
    };
    match bound {
        Some(Ok(at)) => Ok(Value::Port(Port { num: at.port(), proto: TransportProto::Tcp })),
        Some(Err(why)) => {
            let shown = if host.is_empty() { "INADDR_ANY" } else { &host };
            c.error(&format!("Failed to listen on {shown}:{port}: {why}"));
            Ok(unknown)
        }
        None => Ok(unknown),
    }
}

fn peer(c: &mut Call<'_>, retry: Option<Duration>) -> Answer {
    let (host, port) = (c.text(0)?, c.port(1)?.num);
    Ok(with_peerings(c, |p| p.peer(&host, port, retry)).is_some().into())
}

fn unpeer(c: &mut Call<'_>) -> Answer {
    let (host, port) = (c.text(0)?, c.port(1)?.num);
    let done = with_peerings(c, |p| p.unpeer(&host, port)).is_some();
    c.cluster().peers.retain(|p| !(p.is_outbound && *p.host == *host && p.port == port));
    Ok(done.into())
}

fn is_outbound(c: &mut Call<'_>) -> Answer {
    let (host, port) = (c.text(0)?, c.port(1)?.num);
    Ok(c.cluster().peers.iter().any(|p| p.is_outbound && *p.host == *host && p.port == port).into())
}

fn peers(c: &mut Call<'_>) -> Answer {
    let known = c.cluster().peers.clone();
    let infos = known.iter().map(|end| {
        let info = c.new_record("Broker::PeerInfo")?;
        let endpoint = endpoint(c, end)?;
        info.set_named("peer", Value::Record(endpoint));
        info.set_named("status", c.enumerator("Broker::PeerStatus", PEERED)?);
        info.set_named("is_outbound", end.is_outbound);
        Ok(Value::Record(info))
    });
    let infos = infos.collect::<Result<Vec<_>, Stop>>()?;
    c.vector_of("Broker::PeerInfos", infos)
}

/// Starts or stops publishing an event whenever a script raises it.
fn auto_publish(c: &mut Call<'_>, on: bool) -> Answer {
    let topic = c.text(0)?;
    let event = match c.arg(1) {
        Value::Func(f) if f.ty.flavor == Flavor::Event => match f.code {
            Code::Global(id) => Some(id),
            Code::Closure(..) => None,
        },
        _ => None,
    };
    let Some(event) = event else {
        c.error("Broker::auto_publish must operate on an event");
        return Ok(false.into());
    };
    let topics = c.cluster().automatic.entry(event).or_default();
    let done = if on { topics.insert(topic) } else { topics.remove(&topic) };
    let any = !topics.is_empty();
    c.cx.copy_event(event, any);
    Ok(done.into())
}

/// Sends the value of a global to the nodes that are subscribed to a topic.
fn publish_id(c: &mut Call<'_>) -> Answer {
    let (topic, name) = (c.text(0)?, c.text(1)?);
    let Some(value) = c.global(&name) else {
        c.error(&format!("there is no global {name}"));
        return Ok(false.into());
    };
    match data_of(&value, &ProgramValues(c.cx)) {
        Ok(data) => {
            let mut body = c.buffer();
            encoded_data(PUBLISH_ID, vec![Data::String(name.into_bytes().into()), data], None, &mut body);
            Ok(c.cluster().send(&topic, PUBLISH_ID, &body).into())
        }
        Err(e) => {
            complain(c, &e.to_string());
            Ok(false.into())
        }
    }
}

/// Sends the rows of incomplete batches. Returns the number of batches.
fn flush_logs(c: &mut Call<'_>) -> Answer {
    let errors = c.logs().flush();
    crate::log::report(c, errors);
    let batches = c.cluster().outgoing.as_ref().map_or(0, crate::log::Outgoing::len);
    send_batches(c)?;
    Ok(batches.into())
}

fn make_event(c: &mut Call<'_>) -> Answer {
    let event = c.new_record("Broker::Event")?;
    let list = c.vector_type("Broker::DataVector")?;
    let inner = c.record_type("Broker::Data")?;
    let mut args = Vec::new();
    if let Some((f, given)) = made(c) {
        for v in &given {
            let known = ProgramValues(c.cx);
            match data_of(v, &known) {
                Ok(data) => {
                    let r = Record::unset(inner.clone());
                    r.set(0, cluster_values::opaque(data));
                    args.push(Value::Record(r));
                }
                Err(e) => {
                    complain(c, &e.to_string());
                    return Ok(event.into());
                }
            }
        }
        event.set_named("name", Value::string(f.name.as_bytes()));
    }
    event.set_named("args", Value::Vector(Vector::from_values(list, args)));
    Ok(event.into())
}
