//! `Broker::Data`: a received value that has no declared type yet.
use crate::NoPeers;
use crate::decode::decode;
use cluster_wire::Data;
use std::cell::OnceCell;
use std::rc::Rc;
use value::{Field, Opaque, OpaqueState, Record, RecordType, Type, Value};

/// The state of an `opaque of Broker::Data`.
#[derive(Clone, Debug)]
pub struct BrokerData(pub Data<'static>);

impl OpaqueState for BrokerData {
    fn duplicate(&self) -> Option<Box<dyn OpaqueState>> {
        Some(Box::new(self.clone()))
    }
    fn stands_for(&self, ty: &Type) -> Option<Value> {
        decode(&self.0, ty, &NoPeers).ok()
    }
    fn describe(&self, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(b"broker::data{");
        describe(&self.0, out);
        out.push(b'}');
        true
    }
}

thread_local! {
    /// A record type like the declared one, with the same name and field, for values of this thread.
    static RECORD: OnceCell<Rc<RecordType>> = const { OnceCell::new() };
}

fn record_type() -> Rc<RecordType> {
    RECORD.with(|known| Rc::clone(known.get_or_init(|| Rc::new(like_declared()))))
}

fn like_declared() -> RecordType {
    RecordType::new(Some("Broker::Data".into()), vec![Field::new("data", Type::opaque("Broker::Data"))])
}

/// Data as an `opaque of Broker::Data`. Sets and tables in it get the order of their elements.
pub fn opaque(mut data: Data<'static>) -> Value {
    sort(&mut data);
    Value::Opaque(Opaque::new("Broker::Data", BrokerData(data)))
}

/// Puts the elements of sets and tables in order.
fn sort(data: &mut Data<'static>) {
    match data {
        Data::Set(all) => {
            all.iter_mut().for_each(sort);
            all.sort();
        }
        Data::List(all) => all.iter_mut().for_each(sort),
        Data::Table(pairs) => {
            for (key, value) in &mut *pairs {
                sort(key);
                sort(value);
            }
            pairs.sort();
        }
        _ => {}
    }
}

/// Data as a record `Broker::Data` of this type.
pub(crate) fn wrap(data: Data<'static>, ty: &Rc<RecordType>) -> Value {
    let r = Record::unset(Rc::clone(ty));
    r.set(0, opaque(data));
    Value::Record(r)
}

/// Wraps data as a record `Broker::Data`, for parameters declared as `any`.
pub fn any(data: Data<'static>) -> Value {
    wrap(data, &record_type())
}

/// Appends the printed form of data: strings without quotes, containers in brackets, times in nanoseconds.
pub fn describe(data: &Data<'_>, out: &mut Vec<u8>) {
    let text = |out: &mut Vec<u8>, s: String| out.extend_from_slice(s.as_bytes());
    match data {
        Data::None => out.extend_from_slice(b"nil"),
        Data::Bool(b) => out.push(if *b { b'T' } else { b'F' }),
        Data::Count(n) => text(out, n.to_string()),
        Data::Int(n) => text(out, n.to_string()),
        Data::Real(n) => text(out, format!("{n:.6}")),
        Data::String(s) | Data::Enum(s) => out.extend_from_slice(s),
        Data::Addr(a) => text(out, a.to_string()),
        Data::Subnet(n) => text(out, n.to_string()),
        Data::Port(p) => {
            let proto = if p.proto.name() == "unknown" { "?" } else { p.proto.name() };
            text(out, format!("{}/{proto}", p.num));
        }
        Data::Time(t) => text(out, format!("{}ns", t.nanos())),
        Data::Interval(t) => text(out, format!("{}ns", t.nanos())),
        Data::Set(all) => sequence(all, b'{', b'}', out),
        Data::List(all) => sequence(all, b'(', b')', out),
        Data::Table(pairs) => {
            out.push(b'{');
            for (n, (key, v)) in pairs.iter().enumerate() {
                if n > 0 {
                    out.extend_from_slice(b", ");
                }
                describe(key, out);
                out.extend_from_slice(b" -> ");
                describe(v, out);
            }
            out.push(b'}');
        }
    }
}

fn sequence(all: &[Data<'_>], open: u8, close: u8, out: &mut Vec<u8>) {
    out.push(open);
    for (n, v) in all.iter().enumerate() {
        if n > 0 {
            out.extend_from_slice(b", ");
        }
        describe(v, out);
    }
    out.push(close);
}
