//! Operations on times, intervals, networks, ports, enums and results.
use super::Args;
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::{ENUM_UNDEF, Op};
use spicy_sema::types::Type;
use std::net::IpAddr;
use std::rc::Rc;

fn overflow() -> Error {
    Error::new(ErrorKind::Overflow, "integer overflow")
}

fn time(v: &Value) -> i128 {
    match v {
        Value::Time(n) => i128::from(*n),
        Value::Interval(n) => i128::from(*n),
        _ => 0,
    }
}

fn to_time(n: i128) -> Outcome<Value> {
    u64::try_from(n).map(Value::Time).map_err(|_| overflow())
}

fn to_interval(n: i128) -> Outcome<Value> {
    i64::try_from(n).map(Value::Interval).map_err(|_| overflow())
}

pub(crate) fn run(world: &World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    let (x, y) = (a.at(0), a.at(1));
    Ok(match op {
        Op::BitNot => match x {
            Value::Uint(n) => match y {
                Value::Type(ty) => match world.program.hir.types.get(*ty) {
                    Type::Int { bits, .. } => crate::machine::wrap(!n, false, *bits),
                    _ => Value::Uint(!n),
                },
                _ => Value::Uint(!n),
            },
            _ => return Err(Error::internal("an unsigned number was expected")),
        },
        Op::EnumHasLabel => {
            let (Value::Enum(n), Value::Type(ty)) = (x, y) else { return Err(Error::internal("enum")) };
            let Type::Enum(e) = world.program.hir.types.get(*ty) else { return Err(Error::internal("enum")) };
            Value::Bool(
                *n != ENUM_UNDEF && world.program.hir.enums[*e as usize].labels.iter().any(|l| l.1 == *n),
            )
        }
        Op::ErrorDescription => Value::Str(Rc::clone(a.str(0)?)),
        Op::IntervalNanoseconds => Value::Int(time(x) as i64),
        Op::TimeNanoseconds => Value::Uint(time(x) as u64),
        Op::IntervalSeconds | Op::TimeSeconds => Value::Real(time(x) as f64 / 1e9),
        Op::TimeAdd => to_time(time(x) + time(y))?,
        Op::TimeSub => to_time(time(x) - time(y))?,
        Op::TimeDiff | Op::IntervalSub => to_interval(time(x) - time(y))?,
        Op::IntervalAdd => to_interval(time(x) + time(y))?,
        Op::IntervalMulInt => to_interval(time(x).checked_mul(i128::from(a.uint(1)?)).ok_or_else(overflow)?)?,
        Op::IntervalMulReal => match y {
            Value::Real(r) => to_interval((time(x) as f64 * r).round() as i128)?,
            _ => return Err(Error::internal("a real was expected")),
        },
        Op::IntervalNs => match x {
            Value::Int(n) => Value::Interval(*n),
            _ => return Err(Error::internal("a number was expected")),
        },
        Op::TimeNs => Value::Time(a.uint(0)?),
        Op::NetFamily | Op::NetLength | Op::NetPrefix | Op::NetIn => {
            let net = if op == Op::NetIn { y } else { x };
            let Value::Net(n) = net else { return Err(Error::internal("a network was expected")) };
            match (op, x) {
                (Op::NetFamily, _) => Value::Enum(i64::from(matches!(n.0, IpAddr::V6(_)))),
                (Op::NetLength, _) => Value::Int(i64::from(n.1)),
                (Op::NetPrefix, _) => Value::Addr(Rc::new(n.0)),
                (_, Value::Addr(ip)) => {
                    Value::Bool(ip.is_ipv4() == n.0.is_ipv4() && super::masked(**ip, n.1) == n.0)
                }
                _ => return Err(Error::internal("an address was expected")),
            }
        }
        Op::PortProtocol => match x {
            Value::Port(_, p) => Value::Enum(if *p > 2 { ENUM_UNDEF } else { i64::from(*p) }),
            _ => return Err(Error::internal("a port was expected")),
        },
        Op::PortMake => Value::Port(a.uint(0)? as u16, u8::try_from(a.label(1, 3)).unwrap_or(3)),
        Op::ResultError => match x {
            Value::Error(_) => x.clone(),
            _ => return Err(Error::new(ErrorKind::NoError, "<no error>")),
        },
        _ => return Err(Error::internal("operation")),
    })
}
