//! `Broker::…`: the functions of scripts that predate the cluster framework. They use the same hub.
//!
//! Broker's own protocol is not implemented: functions that create its peerings report that and return no value.
use super::clusters::{Kind, complain, made, publish, subscribe};
use crate::call::{Answer, Call, family};
use cluster_values::data_of;
use value::{Record, Value, Vector};

family! {
    "Broker::publish" => |c| {
        let topic = c.text(0)?;
        publish(c, &topic, 1, Kind::Broker)
    },
    "Broker::make_event" => make_event,
    "Broker::__subscribe" => |c| subscribe(c, true),
    "Broker::__unsubscribe" => |c| subscribe(c, false),
// Nothing needs to be forwarded: each node of a hub reaches all others.
    "Broker::__forward" => |_| Ok(true.into()),
    "Broker::__node_id" => node_id,
// Nothing needs to be flushed: each node writes its own rows without delay.
    "Broker::__flush_logs" => |_| Ok(0_u64.into()),
}

/// The id of this node. A run without a cluster has an id, too.
fn node_id(c: &mut Call<'_>) -> Answer {
    if let Some(node) = &c.cluster().node {
        return Ok(node.id().as_str().to_owned().into());
    }
    let key = c.randomness().seeds.siphash_key();
    let pid = c.this_machine().process_id();
    Ok(format!("egret_{:016x}{:08x}", key[0] ^ key[1], pid).into())
}

fn make_event(c: &mut Call<'_>) -> Answer {
    let event = c.new_record("Broker::Event")?;
    let list = c.vector_type("Broker::DataVector")?;
    let inner = c.record_type("Broker::Data")?;
    let mut args = Vec::new();
    if let Some((f, given)) = made(c) {
        for v in &given {
            let known = crate::cluster::ProgramValues(c.cx);
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
