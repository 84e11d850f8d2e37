//! Operations on streams and views.
use super::Args;
use super::container::offset;
use crate::error::{Error, Outcome};
use crate::stream::StreamRef;
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Op;
use std::rc::Rc;

fn stream(v: &Value) -> Outcome<&StreamRef> {
    match v {
        Value::Stream(s) => Ok(s),
        _ => Err(Error::internal("a stream was expected")),
    }
}

fn view(v: &Value) -> Outcome<(StreamRef, u64, u64)> {
    match v {
        Value::View(v) => Ok((**v).clone()),
        Value::Stream(s) => Ok((Rc::clone(s), s.borrow().start(), u64::MAX)),
        _ => Err(Error::internal("a view was expected")),
    }
}

fn make(s: StreamRef, from: u64, to: u64) -> Value {
    Value::View(Rc::new((s, from, to)))
}

/// `[data bytes, data chunks, gap bytes, gap chunks]` as `spicy::StreamStatistics`.
fn statistics(s: &StreamRef) -> Value {
    Value::list(s.borrow().statistics().iter().map(|n| Value::Uint(*n)).collect())
}

pub(crate) fn run(_world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    Ok(match op {
        Op::StreamAt => {
            let s = stream(a.at(0))?;
            Value::StreamIter(Rc::clone(s), s.borrow().start().saturating_add(a.uint(1)?))
        }
        Op::StreamFreeze => {
            stream(a.at(0))?.borrow_mut().freeze();
            Value::Null
        }
        Op::StreamUnfreeze => {
            stream(a.at(0))?.borrow_mut().unfreeze();
            Value::Null
        }
        Op::StreamIsFrozen => Value::Bool(stream(a.at(0))?.borrow().is_frozen()),
        Op::StreamStatistics => statistics(stream(a.at(0))?),
        Op::StreamTrim => {
            stream(a.at(0))?.borrow_mut().trim(offset(a.at(1))?);
            Value::Null
        }
        Op::StreamSize => {
            let s = stream(a.at(0))?.borrow();
            Value::Uint(s.end() - s.start())
        }
        Op::StreamAppend => {
            stream(a.at(0))?.borrow_mut().append(a.bytes(1)?.as_slice());
            a.at(0).clone()
        }
        Op::StreamAppendView => {
            let (s, from, to) = view(a.at(1))?;
            let data = s.borrow().slice(from, to)?;
            stream(a.at(0))?.borrow_mut().append(data.as_slice());
            a.at(0).clone()
        }
        Op::StreamMake => a.at(0).clone(),
        Op::ViewIn => {
            let (s, from, to) = view(a.at(1))?;
            let (found, _) = s.borrow().find(a.bytes(0)?.as_slice(), from, to)?;
            Value::Bool(found)
        }
        Op::StreamSub => {
            let s = stream(a.at(0))?;
            let start = s.borrow().start();
            make(Rc::clone(s), start + a.uint(1)?, start + a.uint(2)?)
        }
        _ => {
            let (s, from, to) = view(a.at(0))?;
            let end = to.min(s.borrow().end());
            match op {
                Op::ViewAdvance => make(s, from.saturating_add(a.uint(1)?), to),
                Op::ViewAdvanceIter => make(s, offset(a.at(1))?, to),
                Op::ViewNextData => {
                    let next = s.borrow().next_data(from);
                    make(s, next, to)
                }
                Op::ViewAt => Value::StreamIter(s, from + a.uint(1)?),
                Op::ViewFind => {
                    let (found, at) = s.borrow().find(a.bytes(1)?.as_slice(), from, to)?;
                    Value::list(vec![Value::Bool(found), Value::StreamIter(s, at)])
                }
                Op::ViewLimit => make(s, from, to.min(from.saturating_add(a.uint(1)?))),
                Op::ViewOffset => Value::Uint(from),
                Op::ViewStartsWith => {
                    let n = a.bytes(1)?.len() as u64;
                    let head = s.borrow().slice(from, end.min(from + n))?;
                    Value::Bool(head == *a.bytes(1)?)
                }
                Op::ViewSubIter => make(s, offset(a.at(1))?, offset(a.at(2))?),
                Op::ViewSubRange => make(s, from + a.uint(1)?, from + a.uint(2)?),
                Op::ViewSubEnd => make(s, from, offset(a.at(1))?),
                Op::ViewSize => Value::Uint(end.saturating_sub(from)),
                Op::ViewToBytes => Value::Bytes(s.borrow().slice(from, to)?),
                _ => return Err(Error::internal("operation on views")),
            }
        }
    })
}
