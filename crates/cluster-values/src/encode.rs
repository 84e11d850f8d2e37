//! Encodes script values.
use crate::broker_data::BrokerData;
use crate::{NoPeers, Peers};
use cluster_wire::broker_bin::{self, Encoder};
use cluster_wire::{Data, Limits};
use net_types::{Interval, Timestamp};
use thiserror::Error;
use value::{Code, Opaque, Pattern, Record, Table, Value, Vector};

/// Why a value cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Untransportable {
    /// A vector with elements that were never assigned.
    #[error("serialization of vectors with holes is unsupported")]
    Hole,
    /// An anonymous function. Other nodes identify functions by name.
    #[error("anonymous functions cannot be sent")]
    Closure,
    /// An opaque value that must stay on its node.
    #[error("opaque of {0} cannot be sent")]
    Opaque(String),
    /// A type as a value.
    #[error("types cannot be sent")]
    Type,
    /// Values nested deeper than receivers accept, such as a record that contains itself.
    #[error("values nest deeper than {0}")]
    Deep(u16),
}

/// The maximum nesting of values, within the limit of receivers that run this program.
const DEPTH: u16 = Limits::DEFAULT.depth - 4;

/// Appends the encoding of a value.
///
/// # Errors
/// If the value or a part of it cannot be sent. The bytes are then incomplete.
pub fn encode(v: &Value, peers: &dyn Peers, out: &mut Vec<u8>) -> Result<(), Untransportable> {
    Writer { to: Encoder(out), peers }.value(v, 0)
}

/// Converts a value to owned data.
///
/// # Errors
/// If the value or a part of it cannot be sent.
pub fn data_of(v: &Value, peers: &dyn Peers) -> Result<Data<'static>, Untransportable> {
    let mut bytes = Vec::new();
    encode(v, peers, &mut bytes)?;
    // Bytes that were just written can be decoded. The elements of a set are unique, as in the script's table.
    Ok(broker_bin::decode(&bytes, &Limits::DEFAULT).map_or(Data::None, Data::into_owned))
}

/// The index of a table as owned data: its one value, or a list of several.
///
/// # Errors
/// If a part of it cannot be sent.
pub fn index_data(index: &[Value], peers: &dyn Peers) -> Result<Data<'static>, Untransportable> {
    match index {
        [one] => data_of(one, peers),
        parts => {
            let parts = parts.iter().map(|part| data_of(part, peers));
            Ok(Data::List(parts.collect::<Result<_, _>>()?))
        }
    }
}

/// The two texts of a pattern: for whole strings and for matches anywhere.
pub(crate) fn pattern_texts(p: &Pattern) -> (Vec<u8>, Vec<u8>) {
    let exact = p.text();
    let inner = exact.strip_prefix(b"^?(").and_then(|t| t.strip_suffix(b")$?"));
    let anywhere = match inner {
        Some(inner) => [br"^?(.|\n)*(", inner, b")"].concat(),
        None => [br"^?(.|\n)*(", exact, b")"].concat(),
    };
    (exact.to_vec(), anywhere)
}

struct Writer<'b, 'p> {
    to: Encoder<'b>,
    peers: &'p dyn Peers,
}

impl Writer<'_, '_> {
    fn value(&mut self, v: &Value, depth: u16) -> Result<(), Untransportable> {
        if depth > DEPTH {
            return Err(Untransportable::Deep(DEPTH));
        }
        let to = &mut self.to;
        match v {
            Value::Bool(b) => to.bool(*b),
            Value::Int(n) => to.int(*n),
            Value::Count(n) => to.count(*n),
            Value::Double(n) => to.real(*n),
            Value::Time(t) => to.time(Timestamp::from_secs_f64(*t)),
            Value::Interval(t) => to.interval(Interval::from_secs_f64(*t)),
            Value::Port(p) => to.port(*p),
            Value::Addr4(_) | Value::Addr6(_) => match v.as_addr() {
                Some(a) => to.addr(a),
                None => to.none(),
            },
            Value::Subnet(n) => to.subnet(**n),
            Value::String(s) => to.string(s),
            Value::Enum(..) => match v.enum_name() {
                Some(name) => to.enumerator(name.as_bytes()),
                None => to.none(),
            },
            Value::Pattern(p) => {
                let (exact, anywhere) = pattern_texts(p);
                to.list(2);
                to.string(&exact);
                to.string(&anywhere);
            }
            Value::Func(f) => match f.code {
                Code::Global(_) => {
                    to.list(1);
                    to.string(f.name.as_bytes());
                }
                Code::Closure(..) => return Err(Untransportable::Closure),
            },
            Value::File(f) => to.string(f.name.as_bytes()),
            Value::Opaque(o) => self.opaque(o)?,
            Value::Record(r) => self.record(r, depth)?,
            Value::Vector(items) => self.vector(items, depth)?,
            Value::Table(t) => self.table(t, depth)?,
            Value::List(parts) => self.list(parts, depth)?,
            Value::Type(_) => return Err(Untransportable::Type),
        }
        Ok(())
    }

    fn list(&mut self, parts: &[Value], depth: u16) -> Result<(), Untransportable> {
        self.to.list(parts.len());
        parts.iter().try_for_each(|v| self.value(v, depth + 1))
    }

    fn vector(&mut self, items: &Vector, depth: u16) -> Result<(), Untransportable> {
        let items = items.items();
        self.to.list(items.len());
        items.iter().try_for_each(|v| self.value(v.as_ref().ok_or(Untransportable::Hole)?, depth + 1))
    }

    fn record(&mut self, r: &Record, depth: u16) -> Result<(), Untransportable> {
        if let Some(inner) = wrapped(r) {
            self.to.data(&inner);
            return Ok(());
        }
        self.to.list(r.len());
        for field in 0..r.len() as u32 {
            match r.get(field) {
                Some(v) => self.value(&v, depth + 1)?,
                None => self.to.none(),
            }
        }
        Ok(())
    }

    fn table(&mut self, t: &Table, depth: u16) -> Result<(), Untransportable> {
        let entries = t.entries();
        let is_set = t.table_type().yields.is_none();
        if is_set {
            self.to.set(entries.len());
        } else {
            self.to.table(entries.len());
        }
        for (index, v) in entries {
            match &index[..] {
                [one] => self.value(one, depth + 1)?,
                parts => self.list(parts, depth + 1)?,
            }
            match v {
                Some(v) => self.value(&v, depth + 1)?,
                None if !is_set => self.to.none(),
                None => {}
            }
        }
        Ok(())
    }

    fn opaque(&mut self, o: &Opaque) -> Result<(), Untransportable> {
        if let Some(data) = o.state::<BrokerData>() {
            self.to.data(&data.0);
            return Ok(());
        }
        let state = self.peers.state_of(o);
        let state = state.ok_or_else(|| Untransportable::Opaque(o.kind().to_string()))?;
        self.to.list(2);
        self.to.string(o.kind().as_bytes());
        self.to.data(&state);
        Ok(())
    }
}

/// Returns the data inside a record `Broker::Data`, which is sent in place of the record.
fn wrapped(r: &Record) -> Option<Data<'static>> {
    if r.record_type().name().as_deref() != Some("Broker::Data") {
        return None;
    }
    match r.get(0) {
        Some(Value::Opaque(o)) => Some(o.state::<BrokerData>()?.0.clone()),
        _ => Some(Data::None),
    }
}

/// Converts a value without functions and program-specific opaque values, such as a key.
impl TryFrom<&Value> for BrokerData {
    type Error = Untransportable;

    fn try_from(v: &Value) -> Result<Self, Untransportable> {
        data_of(v, &NoPeers).map(BrokerData)
    }
}
