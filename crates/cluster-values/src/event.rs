//! Events: checks and encodes their arguments once, on the publishing thread.
use crate::Peers;
use crate::encode::{Untransportable, encode};
use cluster_wire::broker_bin::Encoder;
use cluster_wire::event::NETWORK_TIME;
use net_types::Timestamp;
use std::borrow::Cow;
use value::{Flavor, Func, FuncType, Table, Type, Value, Vector};

/// Converts the arguments of an event. Errors are messages for script authors.
pub struct Arguments;

impl Arguments {
    /// Returns the arguments converted to the declared types. Containers without a type get the declared one.
    ///
    /// # Errors
    /// The message for the author: not an event, a wrong number of arguments, or a wrong type.
    pub fn fit(event: &Func, given: &[Value]) -> Result<Vec<Value>, String> {
        let params = &parameters(event, given)?.params;
        let fitted = given.iter().zip(params).enumerate();
        fitted.map(|(n, (v, p))| Ok(Arguments::fitting(n, v, &p.ty)?.into_owned())).collect()
    }

    /// Appends the encoding of an event with these arguments, converted to the declared types, to `out`; with the
    /// sender's network time if `time` is set.
    ///
    /// # Errors
    /// As [`Arguments::fit`], or if an argument cannot be sent. The bytes are then incomplete.
    pub fn encode(
        event: &Func,
        given: &[Value],
        time: Option<f64>,
        peers: &dyn Peers,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let params = &parameters(event, given)?.params;
        Encoder(out).event(&event.name, given.len(), time.is_some());
        for (n, (v, p)) in given.iter().zip(params).enumerate() {
            encode(&*Arguments::fitting(n, v, &p.ty)?, peers, out).map_err(|e| e.to_string())?;
        }
        stamp(time, out);
        Ok(())
    }

    /// Converts argument `n` to the type of its parameter.
    fn fitting<'v>(n: usize, v: &'v Value, ty: &Type) -> Result<Cow<'v, Value>, String> {
        Arguments::one(v, ty).ok_or_else(|| wrong_type(n, v, ty))
    }

    fn one<'v>(v: &'v Value, ty: &Type) -> Option<Cow<'v, Value>> {
        let made = match (v, ty) {
            (_, Type::Any) => return Some(Cow::Borrowed(v)),
            (Value::Table(t), Type::Table(want)) if t.table_type().index.is_empty() => {
                Value::Table(Table::of(want.clone()))
            }
            (Value::Vector(items), Type::Vector(want)) if matches!(items.vector_type().elem, Type::Void) => {
                Value::Vector(Vector::new(want.clone()))
            }
            // The receiver decides the type of data that is declared as `any`.
            (Value::Record(r), _) if r.record_type().name().as_deref() == Some("Broker::Data") => {
                return Some(Cow::Borrowed(v));
            }
            (Value::Count(n), Type::Int) => Value::Int(i64::try_from(*n).ok()?),
            (Value::Int(n), Type::Count) => Value::Count(u64::try_from(*n).ok()?),
            _ => return v.ty().same(ty).then_some(Cow::Borrowed(v)),
        };
        Some(Cow::Owned(made))
    }
}

/// The type of an event that is given so many arguments.
fn parameters<'e>(event: &'e Func, given: &[Value]) -> Result<&'e FuncType, String> {
    let ty: &FuncType = &event.ty;
    let name = &event.name;
    if ty.flavor != Flavor::Event {
        let flavor = if ty.flavor == Flavor::Hook { "hook" } else { "function" };
        return Err(format!("unexpected function type for {name}: {flavor}"));
    }
    if ty.params.len() != given.len() {
        let (got, expected) = (given.len(), ty.params.len());
        return Err(format!("bad number of arguments for {name}: got {got}, expect {expected}"));
    }
    Ok(ty)
}

fn wrong_type(n: usize, v: &Value, ty: &Type) -> String {
    let short = |t: &Type| t.name().map_or_else(|| t.to_string(), |name| name.to_string());
    format!("event parameter #{} type mismatch, got {}, expecting {}", n + 1, short(&v.ty()), short(ty))
}

/// Appends the encoding of an event to `out`, with the sender's network time if `time` is set.
///
/// # Errors
/// If an argument cannot be sent. The bytes are then incomplete.
pub fn encode_event(
    name: &str,
    args: &[Value],
    time: Option<f64>,
    peers: &dyn Peers,
    out: &mut Vec<u8>,
) -> Result<(), Untransportable> {
    Encoder(out).event(name, args.len(), time.is_some());
    args.iter().try_for_each(|v| encode(v, peers, out))?;
    stamp(time, out);
    Ok(())
}

/// Ends an event with its metadata.
fn stamp(time: Option<f64>, out: &mut Vec<u8>) {
    if let Some(time) = time {
        let mut to = Encoder(out);
        to.metadata(1);
        to.entry(NETWORK_TIME);
        to.time(Timestamp::from_secs_f64(time));
    }
}
