//! `pack` and `unpack`.
use super::Args;
use crate::error::{Error, ErrorKind, Outcome};
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Op;
use spicy_sema::types::Type;
use std::net::IpAddr;
use std::rc::Rc;

fn width(world: &World<'_>, ty: &Value) -> (bool, u8) {
    match ty {
        Value::Type(t) => match world.program.hir.types.get(*t) {
            Type::Int { signed, bits } => (*signed, *bits),
            _ => (false, 64),
        },
        _ => (false, 64),
    }
}

fn ordered(mut raw: Vec<u8>, little: bool) -> Value {
    if little {
        raw.reverse();
    }
    Value::bytes(raw)
}

/// The first bytes, most significant first, and the rest.
fn first(a: &Args<'_>, i: usize, n: usize, little: bool) -> Outcome<(Vec<u8>, Value)> {
    let b = a.bytes(i)?;
    if b.len() < n {
        return Err(Error::new(ErrorKind::InvalidValue, "insufficient data in source"));
    }
    let mut raw = b.as_slice()[..n].to_vec();
    if little {
        raw.reverse();
    }
    Ok((raw, Value::Bytes(b.sub(n, b.len()))))
}

fn number(raw: &[u8]) -> u64 {
    raw.iter().fold(0, |v, b| v << 8 | u64::from(*b))
}

pub(crate) fn run(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    Ok(match op {
        Op::PackInt => {
            let (_, bits) = width(world, a.at(1));
            let n = match a.at(0) {
                Value::Int(n) => *n as u64,
                _ => a.uint(0)?,
            };
            ordered(n.to_be_bytes()[8 - usize::from(bits / 8)..].to_vec(), a.little(2))
        }
        Op::PackAddr => match a.at(0) {
            Value::Addr(ip) => ordered(
                match **ip {
                    IpAddr::V4(v) => v.octets().to_vec(),
                    IpAddr::V6(v) => v.octets().to_vec(),
                },
                a.little(1),
            ),
            _ => return Err(Error::internal("an address was expected")),
        },
        Op::PackReal => match a.at(0) {
            Value::Real(r) => {
                let raw = if a.label(1, 1) == 0 {
                    (*r as f32).to_be_bytes().to_vec()
                } else {
                    r.to_be_bytes().to_vec()
                };
                ordered(raw, a.little(2))
            }
            _ => return Err(Error::internal("a real was expected")),
        },
        Op::UnpackInt => {
            let (signed, bits) = width(world, a.at(0));
            let (raw, rest) = first(a, 1, usize::from(bits / 8), a.little(2))?;
            Value::list(vec![crate::machine::wrap(number(&raw), signed, bits), rest])
        }
        Op::UnpackAddr => {
            let n = if a.label(2, 0) == 0 { 4 } else { 16 };
            let (raw, rest) = first(a, 1, n, a.little(3))?;
            let ip = match <[u8; 16]>::try_from(&raw[..]) {
                Ok(v6) => IpAddr::from(v6),
                Err(_) => IpAddr::from([raw[0], raw[1], raw[2], raw[3]]),
            };
            Value::list(vec![Value::Addr(Rc::new(ip)), rest])
        }
        Op::UnpackReal => {
            let single = a.label(2, 1) == 0;
            let (raw, rest) = first(a, 1, if single { 4 } else { 8 }, a.little(3))?;
            let n = number(&raw);
            let r = if single { f64::from(f32::from_bits(n as u32)) } else { f64::from_bits(n) };
            Value::list(vec![Value::Real(r), rest])
        }
        _ => return Err(Error::internal("operation of pack")),
    })
}
