//! Operations on vectors, sets, maps, iterators and regular expressions.
use super::Args;
use crate::error::{Error, ErrorKind, Outcome};
use crate::machine::default_value;
use crate::regexp::MatchState;
use crate::value::{Map, Value};
use crate::world::World;
use spicy_sema::hir::Op;
use std::cell::RefCell;
use std::rc::Rc;

/// The element of an iterator: the key of a set, or the pair of a map.
pub(crate) fn map_element(k: &Value, v: &Value) -> Value {
    match v {
        Value::Null => k.clone(),
        v => Value::list(vec![k.clone(), v.clone()]),
    }
}

pub(crate) fn begin(v: &Value) -> Outcome<Value> {
    Ok(match v {
        Value::List(l) => Value::ListIter(Rc::clone(l), 0),
        Value::Map(m) => Value::MapIter(Rc::clone(m), 0),
        Value::Bytes(b) => Value::BytesIter(Rc::new(b.clone()), 0),
        Value::Stream(s) => Value::StreamIter(Rc::clone(s), s.borrow().start()),
        Value::View(v) => Value::StreamIter(Rc::clone(&v.0), v.1),
        Value::Null | Value::Unset => {
            return Err(Error::new(ErrorKind::NullReference, "attempt to access null reference"));
        }
        _ => return Err(Error::internal("a container was expected")),
    })
}

fn end(v: &Value) -> Outcome<Value> {
    Ok(match v {
        Value::List(l) => Value::ListIter(Rc::clone(l), l.borrow().len() as u64),
        Value::Map(m) => Value::MapIter(Rc::clone(m), m.borrow().len() as u64),
        Value::Bytes(b) => Value::BytesIter(Rc::new(b.clone()), b.len() as u64),
        Value::Stream(s) => Value::StreamIter(Rc::clone(s), s.borrow().end()),
        Value::View(v) => Value::StreamIter(Rc::clone(&v.0), v.2.min(v.0.borrow().end())),
        _ => return Err(Error::internal("a container was expected")),
    })
}

fn deref(v: &Value) -> Outcome<Value> {
    let beyond =
        || Error::new(ErrorKind::InvalidIterator, "iterator is at end or data is not available any more");
    match v {
        Value::ListIter(l, i) => l.borrow().get(*i as usize).cloned().ok_or_else(beyond),
        Value::MapIter(m, i) => {
            m.borrow().iter().nth(*i as usize).map(|(k, v)| map_element(k, v)).ok_or_else(beyond)
        }
        Value::BytesIter(b, i) => {
            b.as_slice().get(*i as usize).map(|b| Value::Uint(u64::from(*b))).ok_or_else(beyond)
        }
        Value::StreamIter(s, i) => s.borrow().byte(*i).map(|b| Value::Uint(u64::from(b))).ok_or_else(beyond),
        _ => Err(Error::internal("an iterator was expected")),
    }
}

fn advance(v: &Value, n: u64) -> Outcome<Value> {
    Ok(match v {
        Value::ListIter(l, i) => Value::ListIter(Rc::clone(l), i.saturating_add(n)),
        Value::MapIter(m, i) => Value::MapIter(Rc::clone(m), i.saturating_add(n)),
        Value::BytesIter(b, i) => Value::BytesIter(Rc::clone(b), i.saturating_add(n)),
        Value::StreamIter(s, i) => Value::StreamIter(Rc::clone(s), i.saturating_add(n)),
        _ => return Err(Error::internal("an iterator was expected")),
    })
}

pub(crate) fn offset(v: &Value) -> Outcome<u64> {
    match v {
        Value::ListIter(_, i) | Value::MapIter(_, i) | Value::BytesIter(_, i) | Value::StreamIter(_, i) => {
            Ok(*i)
        }
        _ => Err(Error::internal("an iterator was expected")),
    }
}

fn map(v: &Value) -> Outcome<&Map> {
    match v {
        Value::Map(m) => Ok(m),
        _ => Err(Error::internal("a map was expected")),
    }
}

fn empty() -> Error {
    Error::new(ErrorKind::Index, "vector is empty")
}

fn grow(world: &mut World<'_>, n: u64) -> Outcome<usize> {
    let n = n as usize;
    if n > world.budget.elements {
        return Err(Error::new(
            ErrorKind::ElementBudget,
            format!("a container would have more than {} elements", world.budget.elements),
        ));
    }
    Ok(n)
}

pub(crate) fn run(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    Ok(match op {
        Op::MapClear | Op::SetClear => {
            map(a.at(0))?.borrow_mut().clear();
            Value::Null
        }
        Op::MapGet => match map(a.at(0))?.borrow().get(a.at(1)) {
            Some(v) => v.clone(),
            None if a.has(2) => a.at(2).clone(),
            None => return Err(Error::new(ErrorKind::Index, "key is unset")),
        },
        Op::MapGetOptional => map(a.at(0))?.borrow().get(a.at(1)).cloned().unwrap_or(Value::Null),
        Op::MapIn | Op::SetIn => Value::Bool(map(a.at(1))?.borrow().contains_key(a.at(0))),
        Op::MapSize | Op::SetSize => Value::Uint(map(a.at(0))?.borrow().len() as u64),
        Op::MapDelete | Op::SetDelete => {
            map(a.at(0))?.borrow_mut().remove(a.at(1));
            Value::Null
        }
        Op::SetAdd => {
            let m = map(a.at(0))?;
            grow(world, m.borrow().len() as u64 + 1)?;
            m.borrow_mut().insert(a.at(1).clone(), Value::Null);
            Value::Null
        }
        Op::Begin => begin(a.at(0))?,
        Op::EndOf => end(a.at(0))?,
        Op::IterDeref => deref(a.at(0))?,
        Op::IterAdvance => advance(a.at(0), a.uint(1)?)?,
        Op::IterDifference => Value::Int(offset(a.at(0))?.wrapping_sub(offset(a.at(1))?) as i64),
        Op::IterCompare => Value::Bool(offset(a.at(0))? == offset(a.at(1))?),
        Op::IterOffset => Value::Uint(offset(a.at(0))?),
        Op::IterIsFrozen => match a.at(0) {
            Value::StreamIter(s, _) => Value::Bool(s.borrow().is_frozen()),
            _ => return Err(Error::internal("an iterator was expected")),
        },
        Op::VectorAssign => {
            let (l, i) = (a.list(0)?, a.uint(1)?);
            let n = grow(world, i.saturating_add(1))?;
            let Value::Type(ty) = a.at(3) else { return Err(Error::internal("type")) };
            while l.borrow().len() < n {
                let v = default_value(world, *ty)?;
                l.borrow_mut().push(v);
            }
            l.borrow_mut()[n - 1] = a.at(2).clone();
            Value::Null
        }
        Op::VectorAt => Value::ListIter(Rc::clone(a.list(0)?), a.uint(1)?),
        Op::VectorBack => a.list(0)?.borrow().last().cloned().ok_or_else(empty)?,
        Op::VectorFront => a.list(0)?.borrow().first().cloned().ok_or_else(empty)?,
        Op::VectorPopBack => {
            a.list(0)?.borrow_mut().pop().ok_or_else(empty)?;
            Value::Null
        }
        Op::VectorPushBack => {
            let l = a.list(0)?;
            grow(world, l.borrow().len() as u64 + 1)?;
            l.borrow_mut().push(a.at(1).clone());
            Value::Null
        }
        Op::VectorReserve => Value::Null,
        Op::VectorResize => {
            let n = grow(world, a.uint(1)?)?;
            let l = a.list(0)?;
            l.borrow_mut().truncate(n);
            let Value::Type(ty) = a.at(2) else { return Err(Error::internal("type")) };
            while l.borrow().len() < n {
                let v = default_value(world, *ty)?;
                l.borrow_mut().push(v);
            }
            Value::Null
        }
        Op::VectorSub | Op::VectorSubEnd => {
            let l = a.list(0)?.borrow();
            let (from, to) = if op == Op::VectorSub {
                (a.uint(1)? as usize, a.uint(2)? as usize)
            } else {
                (0, a.uint(1)? as usize)
            };
            let to = to.min(l.len());
            Value::list(l.get(from.min(to)..to).unwrap_or_default().iter().map(Value::copied).collect())
        }
        Op::VectorSize => Value::Uint(a.list(0)?.len() as u64),
        Op::VectorIn => Value::Bool(a.list(1)?.borrow().contains(a.at(0))),
        Op::VectorSum => {
            let mut out: Vec<Value> = a.list(0)?.borrow().iter().map(Value::copied).collect();
            out.extend(a.list(1)?.borrow().iter().map(Value::copied));
            Value::list(out)
        }
        Op::VectorAppend => {
            let more: Vec<Value> = a.list(1)?.borrow().iter().map(Value::copied).collect();
            let l = a.list(0)?;
            grow(world, (l.borrow().len() + more.len()) as u64)?;
            l.borrow_mut().extend(more);
            a.at(0).clone()
        }
        Op::RegexpMatch
        | Op::RegexpFind
        | Op::RegexpGroups
        | Op::RegexpTokenMatcher
        | Op::MatchAdvance
        | Op::MatchAdvanceView => {
            return regexp(world, op, a);
        }
        _ => return Err(Error::internal("operation")),
    })
}

/// The longest match at the start of the data: its pattern's number (0: no match, −1: more data needed) and length.
fn matched(world: &mut World<'_>, r: u32, data: &[u8], is_last: bool) -> Outcome<(i64, u64)> {
    let m = world.matcher(r)?;
    let mut scan = m.scanner.scan();
    let more = m.scanner.feed(&mut scan, data);
    if is_last {
        m.scanner.finish(&mut scan);
    }
    Ok(match scan.longest() {
        Some((i, n)) => (m.ids.get(i as usize).copied().unwrap_or(1) as i64, n),
        None if more && !is_last => (-1, 0),
        None => (0, 0),
    })
}

fn regexp(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    if let Value::Match(state) = a.at(0) {
        let (data, is_last) = match a.at(1) {
            Value::View(v) => (v.0.borrow().slice(v.1, v.2)?, v.0.borrow().is_frozen()),
            Value::Bytes(b) => (b.clone(), matches!(a.at(2), Value::Bool(true))),
            _ => return Err(Error::internal("data")),
        };
        let mut s = state.borrow_mut();
        let before = s.scan.taken();
        let m = world.matcher(s.regexp)?;
        let more = m.scanner.feed(&mut s.scan, data.as_slice());
        if is_last {
            m.scanner.finish(&mut s.scan);
        }
        let (id, used) = match s.scan.longest() {
            Some((i, n)) if !more || is_last => {
                (m.ids.get(i as usize).copied().unwrap_or(1) as i64, n.saturating_sub(before))
            }
            _ if more && !is_last => (-1, data.len() as u64),
            _ => (0, 0),
        };
        let rest = match a.at(1) {
            Value::View(v) => Value::View(Rc::new((Rc::clone(&v.0), v.1 + used, v.2))),
            _ => Value::Uint(used),
        };
        return Ok(Value::list(vec![Value::Int(id), rest]));
    }
    let Value::Regexp(r) = *a.at(0) else { return Err(Error::internal("regexp")) };
    Ok(match op {
        Op::RegexpMatch => Value::Int(matched(world, r, a.bytes(1)?.as_slice(), false)?.0),
        Op::RegexpTokenMatcher => {
            let scan = world.matcher(r)?.scanner.scan();
            Value::Match(Rc::new(RefCell::new(MatchState { regexp: r, scan })))
        }
        Op::RegexpGroups => {
            let b = a.bytes(1)?.clone();
            let (id, n) = matched(world, r, b.as_slice(), true)?;
            if id <= 0 {
                return Ok(Value::list(Vec::new()));
            }
            let groups = world.matcher(r)?.captures(&b.as_slice()[..n as usize]);
            Value::list(
                groups
                    .into_iter()
                    .map(|g| Value::Bytes(g.map_or_else(Default::default, |(s, e)| b.sub(s, e))))
                    .collect(),
            )
        }
        _ => {
            let b = a.bytes(1)?.clone();
            let mut partial = 0;
            for i in 0..=b.len() {
                world.fuel = world.fuel.saturating_sub(1 + b.len() as u64 / 64);
                let (id, n) = matched(world, r, &b.as_slice()[i..], false)?;
                if id > 0 {
                    return Ok(Value::list(vec![Value::Int(id), Value::Bytes(b.sub(i, i + n as usize))]));
                }
                if id < 0 && i < b.len() {
                    partial = -1;
                }
            }
            Value::list(vec![Value::Int(partial), Value::bytes(Vec::new())])
        }
    })
}
