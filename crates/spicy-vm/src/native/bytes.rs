//! Operations on `bytes` and `addr`.
use super::Args;
use crate::bytes::Bytes;
use crate::error::{Error, ErrorKind, Outcome};
use crate::format::{decode, encode};
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Op;
use std::net::IpAddr;
use std::rc::Rc;

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 11 | 12)
}

/// Parses a number in a base.
pub(crate) fn number(text: &[u8], base: u64, signed: bool) -> Outcome<i128> {
    let bad = || Error::new(ErrorKind::InvalidValue, "cannot parse integer");
    if !(2..=36).contains(&base) {
        return Err(Error::new(ErrorKind::OutOfRange, "base must be between 2 and 36"));
    }
    let (negative, digits) = match text {
        [b'-', rest @ ..] if signed => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() {
        return Err(bad());
    }
    let mut n = 0_i128;
    for d in digits {
        let d = char::from(*d).to_digit(base as u32).ok_or_else(bad)?;
        n = n * i128::from(base) + i128::from(d);
        if n > i128::from(u64::MAX) {
            return Err(bad());
        }
    }
    Ok(if negative { -n } else { n })
}

fn binary(b: &Bytes, little: bool, signed: bool) -> Outcome<i128> {
    let raw = b.as_slice();
    if raw.is_empty() || raw.len() > 8 {
        return Err(Error::new(
            ErrorKind::InvalidValue,
            "bytes must have between 1 and 8 bytes to be a number",
        ));
    }
    let fold = |v: u64, b: &u8| v << 8 | u64::from(*b);
    let n = if little { raw.iter().rev().fold(0, fold) } else { raw.iter().fold(0, fold) };
    if !signed {
        return Ok(i128::from(n));
    }
    let unused = 64 - 8 * raw.len() as u32;
    Ok(i128::from(((n << unused) as i64) >> unused))
}

fn offset(v: &Value) -> Outcome<usize> {
    match v {
        Value::BytesIter(_, i) => Ok(*i as usize),
        _ => Err(Error::internal("an iterator was expected")),
    }
}

fn signed(n: i128) -> Outcome<Value> {
    i64::try_from(n).map(Value::Int).map_err(|_| Error::new(ErrorKind::InvalidValue, "integer out of range"))
}

/// Splits at a separator; without one, at runs of white space.
pub(crate) fn split(text: &[u8], sep: Option<&[u8]>, most: usize) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text;
    match sep {
        Some([]) => return vec![text.to_vec()],
        Some(sep) => {
            while out.len() + 1 < most
                && let Some(i) = memchr::memmem::find(rest, sep)
            {
                out.push(rest[..i].to_vec());
                rest = &rest[i + sep.len()..];
            }
            out.push(rest.to_vec());
        }
        None => {
            let skip = |t: &[u8]| t.iter().take_while(|b| is_space(**b)).count();
            rest = &rest[skip(rest)..];
            while !rest.is_empty() {
                if out.len() + 1 == most {
                    out.push(rest.to_vec());
                    break;
                }
                let end = rest.iter().position(|b| is_space(*b)).unwrap_or(rest.len());
                out.push(rest[..end].to_vec());
                rest = &rest[end..];
                rest = &rest[skip(rest)..];
            }
        }
    }
    out
}

fn strip(b: &Bytes, side: i64, set: &dyn Fn(u8) -> bool) -> Bytes {
    let s = b.as_slice();
    let from = if side == 1 { 0 } else { s.iter().take_while(|b| set(**b)).count() };
    let to = if side == 0 { s.len() } else { s.len() - s.iter().rev().take_while(|b| set(**b)).count() };
    b.sub(from, to.max(from))
}

fn recode(b: &Bytes, charset: i64, errors: i64, change: fn(&str) -> String) -> Outcome<Value> {
    let text = decode(b.as_slice(), charset, errors)?;
    Ok(Value::bytes(encode(&change(&text), charset, errors)?))
}

pub(crate) fn run(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    let group = |a: &Args<'_>| if a.has(2) { a.uint(2) } else { Ok(0) };
    Ok(match op {
        Op::AddrFamily => match a.at(0) {
            Value::Addr(ip) => Value::Enum(i64::from(matches!(**ip, IpAddr::V6(_)))),
            _ => return Err(Error::internal("an address was expected")),
        },
        Op::BytesAt => Value::BytesIter(Rc::new(a.bytes(0)?.clone()), a.uint(1)?),
        Op::BytesDecode => Value::text(&decode(a.bytes(0)?.as_slice(), a.label(1, 1), a.label(2, 1))?),
        Op::BytesEndsWith => Value::Bool(a.bytes(0)?.as_slice().ends_with(a.bytes(1)?.as_slice())),
        Op::BytesStartsWith => Value::Bool(a.bytes(0)?.as_slice().starts_with(a.bytes(1)?.as_slice())),
        Op::BytesFind => {
            let (b, needle) = (a.bytes(0)?, a.bytes(1)?);
            let found = memchr::memmem::find(b.as_slice(), needle.as_slice());
            let at = found.unwrap_or_else(|| {
                let (s, n) = (b.as_slice(), needle.as_slice());
                (0..n.len().min(s.len()))
                    .rev()
                    .find(|k| n.starts_with(&s[s.len() - k..]))
                    .map_or(s.len(), |k| s.len() - k)
            });
            Value::list(vec![Value::Bool(found.is_some()), Value::BytesIter(Rc::new(b.clone()), at as u64)])
        }
        Op::BytesJoin => {
            let sep = a.bytes(0)?.clone();
            let Value::Any(parts) = a.at(1) else { return Err(Error::internal("parts")) };
            let mut out = Vec::new();
            if let Value::List(l) = &parts.1 {
                let element = world.program.hir.types.get(parts.0).clone();
                let ty = match element {
                    spicy_sema::types::Type::Vector(t) | spicy_sema::types::Type::List(t) => t,
                    _ => parts.0,
                };
                let items = l.borrow().clone();
                for (i, v) in items.iter().enumerate() {
                    if i > 0 {
                        out.extend_from_slice(sep.as_slice());
                    }
                    match v {
                        Value::Bytes(b) => out.extend_from_slice(b.as_slice()),
                        other => {
                            out.extend_from_slice(crate::print::shown(world, other, ty, true)?.as_bytes());
                        }
                    }
                }
            }
            Value::bytes(out)
        }
        Op::BytesLower => recode(a.bytes(0)?, a.label(1, 1), a.label(2, 1), |s| s.to_lowercase())?,
        Op::BytesUpper => recode(a.bytes(0)?, a.label(1, 1), a.label(2, 1), |s| s.to_uppercase())?,
        Op::BytesMatch => {
            let b = a.bytes(0)?.clone();
            let Value::Regexp(r) = a.at(1) else { return Err(Error::internal("regexp")) };
            let (group, matcher) = (group(a)?, world.matcher(*r)?);
            let mut scan = matcher.scanner.scan();
            matcher.scanner.feed(&mut scan, b.as_slice());
            matcher.scanner.finish(&mut scan);
            match scan.longest() {
                Some((_, n)) => {
                    let groups = matcher.captures(&b.as_slice()[..n as usize]);
                    match groups.get(group as usize).copied().flatten() {
                        Some((s, e)) => Value::Bytes(b.sub(s, e)),
                        None => Value::Error(Rc::from("no matching capture group")),
                    }
                }
                None => Value::Error(Rc::from("no matches found")),
            }
        }
        Op::BytesSplit => {
            let sep = if a.has(1) { Some(a.bytes(1)?.as_slice()) } else { None };
            Value::list(
                split(a.bytes(0)?.as_slice(), sep, usize::MAX).into_iter().map(Value::bytes).collect(),
            )
        }
        Op::BytesSplit1 => {
            let text = a.bytes(0)?.as_slice();
            if a.has(1) && a.bytes(1)?.is_empty() {
                return Ok(Value::list(vec![Value::bytes(Vec::new()), a.at(0).clone()]));
            }
            let sep = if a.has(1) { Some(a.bytes(1)?.as_slice()) } else { None };
            let mut parts = split(text, sep, 2).into_iter();
            let (x, y) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            Value::list(vec![Value::bytes(x), Value::bytes(y)])
        }
        Op::BytesStrip => {
            let b = a.bytes(0)?;
            let (side, set) = match (a.at(1), a.at(2)) {
                (Value::Enum(s), Value::Bytes(set)) => (*s, Some(set)),
                (Value::Enum(s), _) => (*s, None),
                (Value::Bytes(set), _) => (2, Some(set)),
                _ => (2, None),
            };
            Value::Bytes(match set {
                Some(set) => strip(b, side, &|x| set.as_slice().contains(&x)),
                None => strip(b, side, &is_space),
            })
        }
        Op::BytesSubRange => Value::Bytes(a.bytes(0)?.sub(a.uint(1)? as usize, a.uint(2)? as usize)),
        Op::BytesSubIter => Value::Bytes(a.bytes(0)?.sub(offset(a.at(1))?, offset(a.at(2))?)),
        Op::BytesSubEnd => Value::Bytes(a.bytes(0)?.sub(0, offset(a.at(1))?)),
        Op::BytesToInt => {
            signed(number(a.bytes(0)?.as_slice(), if a.has(1) { a.uint(1)? } else { 10 }, true)?)?
        }
        Op::BytesToUint => {
            Value::Uint(number(a.bytes(0)?.as_slice(), if a.has(1) { a.uint(1)? } else { 10 }, false)? as u64)
        }
        Op::BytesToIntOrder => signed(binary(a.bytes(0)?, a.little(1), true)?)?,
        Op::BytesToUintOrder => Value::Uint(binary(a.bytes(0)?, a.little(1), false)? as u64),
        Op::BytesToTime | Op::BytesToTimeOrder => {
            let n = if op == Op::BytesToTime {
                number(a.bytes(0)?.as_slice(), if a.has(1) { a.uint(1)? } else { 10 }, false)?
            } else {
                binary(a.bytes(0)?, a.little(1), false)?
            };
            let ns = (n as u64)
                .checked_mul(1_000_000_000)
                .ok_or_else(|| Error::new(ErrorKind::OutOfRange, "value cannot be represented as a time"))?;
            Value::Time(ns)
        }
        Op::BytesToReal => {
            let text = std::str::from_utf8(a.bytes(0)?.as_slice()).unwrap_or("");
            let n: f64 =
                text.parse().map_err(|_| Error::new(ErrorKind::InvalidValue, "cannot parse real value"))?;
            Value::Real(n)
        }
        Op::BytesIn => {
            Value::Bool(memchr::memmem::find(a.bytes(1)?.as_slice(), a.bytes(0)?.as_slice()).is_some())
        }
        Op::BytesSize => Value::Uint(a.bytes(0)?.len() as u64),
        Op::BytesSum | Op::BytesAppend => {
            let sum = a.bytes(0)?.clone().append(a.bytes(1)?.as_slice());
            if sum.len() as u64 > world.budget.retained {
                return Err(Error::new(
                    ErrorKind::RetainedBudget,
                    format!("a bytes value is longer than {}", world.budget.retained),
                ));
            }
            Value::Bytes(sum)
        }
        Op::BytesAppendByte => Value::Bytes(a.bytes(0)?.clone().append(&[a.uint(1)? as u8])),
        Op::BytesAppendView => {
            let Value::View(v) = a.at(1) else { return Err(Error::internal("view")) };
            let more = v.0.borrow().slice(v.1, v.2)?;
            Value::Bytes(a.bytes(0)?.clone().append(more.as_slice()))
        }
        _ => return Err(Error::internal("operation on bytes")),
    })
}
