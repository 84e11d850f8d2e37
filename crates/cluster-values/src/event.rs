//! Events: checks and encodes their arguments once, on the publishing thread.
use crate::Peers;
use crate::encode::{Untransportable, encode};
use cluster_wire::broker_bin::Encoder;
use cluster_wire::event::NETWORK_TIME;
use net_types::Timestamp;
use value::{Flavor, Func, FuncType, Table, Type, Value, Vector};

/// Converts the arguments of an event. Errors are messages for script authors.
pub struct Arguments;

impl Arguments {
    /// Returns the arguments converted to the declared types. Containers without a type get the declared one.
    ///
    /// # Errors
    /// The message for the author: not an event, a wrong number of arguments, or a wrong type.
    pub fn fit(event: &Func, given: &[Value]) -> Result<Vec<Value>, String> {
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
        let fitted = given.iter().zip(&ty.params).enumerate();
        fitted.map(|(n, (v, p))| Arguments::one(v, &p.ty).ok_or_else(|| wrong_type(n, v, &p.ty))).collect()
    }

    /// Converts an argument to the type of its parameter; `None` if it does not fit.
    fn one(v: &Value, ty: &Type) -> Option<Value> {
        let have = v.ty();
        match (v, ty) {
            (_, Type::Any) => Some(v.clone()),
            (Value::Table(t), Type::Table(want)) if t.table_type().index.is_empty() => {
                Some(Value::Table(Table::of(want.clone())))
            }
            (Value::Vector(items), Type::Vector(want)) if matches!(items.vector_type().elem, Type::Void) => {
                Some(Value::Vector(Vector::new(want.clone())))
            }
            // The receiver decides the type of data that is declared as `any`.
            (Value::Record(r), _) if r.record_type().name().as_deref() == Some("Broker::Data") => {
                Some(v.clone())
            }
            (Value::Count(_) | Value::Int(_), Type::Count | Type::Int) if !have.same(ty) => match (v, ty) {
                (Value::Count(n), Type::Int) => i64::try_from(*n).ok().map(Value::Int),
                (Value::Int(n), Type::Count) => u64::try_from(*n).ok().map(Value::Count),
                _ => None,
            },
            _ => have.same(ty).then(|| v.clone()),
        }
    }
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
    if let Some(time) = time {
        let mut to = Encoder(out);
        to.metadata(1);
        to.entry(NETWORK_TIME);
        to.time(Timestamp::from_secs_f64(time));
    }
    Ok(())
}
