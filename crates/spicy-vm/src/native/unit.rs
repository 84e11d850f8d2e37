//! Methods of units and sinks.
use super::Args;
use super::container::offset;
use crate::error::{Error, ErrorKind, Outcome};
use crate::filter;
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Op;
use std::rc::Rc;

fn not_parsing() -> Error {
    Error::new(ErrorKind::InvalidValue, "parsing not in progress")
}

pub(crate) fn run(_world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    let u = a.unit(0)?;
    Ok(match op {
        Op::UnitBacktrack => {
            return Err(Error::new(ErrorKind::Backtrack, "backtracking outside of &try scope"));
        }
        Op::UnitConnectFilter => {
            filter::connect(u, a.unit(1)?)?;
            Value::Null
        }
        Op::UnitContext => u.context(),
        Op::UnitForward => {
            if let Some(out) = u.known_state().as_ref().and_then(|s| s.output.as_ref()) {
                out.borrow_mut().append(a.bytes(1)?.as_slice());
            }
            Value::Null
        }
        Op::UnitForwardEod => {
            if let Some(out) = u.known_state().as_ref().and_then(|s| s.output.as_ref()) {
                out.borrow_mut().freeze();
            }
            Value::Null
        }
        Op::UnitOffset => Value::Uint(u.known_state().map_or(0, |s| s.offset)),
        Op::UnitInput | Op::UnitPosition | Op::UnitStream => {
            let s = u.known_state().ok_or_else(not_parsing)?;
            let stream = s.stream.clone().ok_or_else(not_parsing)?;
            match op {
                Op::UnitInput => Value::StreamIter(stream, s.begin),
                Op::UnitPosition => Value::StreamIter(stream, s.position),
                _ => {
                    // Input that was parsed already is not part of it.
                    stream.borrow_mut().cut(s.position);
                    Value::Stream(stream)
                }
            }
        }
        Op::UnitSetInput => {
            let to = offset(a.at(1))?;
            u.state().pending = Some(to);
            Value::Null
        }
        Op::UnitFind => {
            let s = u.known_state().ok_or_else(not_parsing)?;
            let stream = s.stream.clone().ok_or_else(not_parsing)?;
            let (begin, end) = (s.begin, s.position);
            let needle = a.bytes(1)?.clone();
            let backward = a.label(2, 0) == 1;
            let start = if a.has(3) {
                offset(a.at(3))?
            } else if backward {
                end
            } else {
                begin
            };
            let region = if backward { (begin, start) } else { (start, end) };
            let data = stream.borrow().slice(region.0, region.1)?;
            let found = if backward {
                memchr::memmem::rfind(data.as_slice(), needle.as_slice())
            } else {
                memchr::memmem::find(data.as_slice(), needle.as_slice())
            };
            match found {
                Some(i) => Value::StreamIter(stream, region.0 + i as u64),
                None => Value::Null,
            }
        }
        _ => return Err(Error::internal("method of units")),
    })
}

pub(crate) fn sink(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    let sink = match a.at(0) {
        Value::Sink(s) => Rc::clone(s),
        Value::Ref(r) => match &*r.borrow() {
            Value::Sink(s) => Rc::clone(s),
            _ => return Err(Error::internal("a sink was expected")),
        },
        Value::Null | Value::Unset => {
            return Err(Error::new(ErrorKind::NullReference, "attempt to access null reference"));
        }
        _ => return Err(Error::internal("a sink was expected")),
    };
    match op {
        Op::SinkClose => sink.close(world)?,
        Op::SinkConnect => sink.connect(world, a.unit(1)?)?,
        Op::SinkConnectFilter => sink.connect_filter(world, a.unit(1)?)?,
        Op::SinkConnectMime => {
            let mime = match a.at(1) {
                Value::Bytes(b) => String::from_utf8_lossy(b.as_slice()).into_owned(),
                other => match other {
                    Value::Str(s) => s.to_string(),
                    _ => String::new(),
                },
            };
            sink.connect_mime(world, &mime, None)?;
        }
        Op::SinkGap => sink.gap(world, a.uint(1)?, a.uint(2)?)?,
        Op::SinkSequence => return Ok(Value::Uint(sink.sequence_number())),
        Op::SinkAutoTrim => sink.set_auto_trim(matches!(a.at(1), Value::Bool(true))),
        Op::SinkInitialSequence => sink.set_initial(a.uint(1)?)?,
        Op::SinkPolicy => {}
        Op::SinkSkip => sink.skip(world, a.uint(1)?)?,
        Op::SinkTrim => sink.trim(world, a.uint(1)?)?,
        Op::SinkWrite => {
            let Value::Bytes(data) = a.at(1) else { return Ok(Value::Null) };
            let seq = if a.has(2) { Some(a.uint(2)?) } else { None };
            let len = if a.has(3) { Some(a.uint(3)?) } else { None };
            sink.write(world, data.as_slice(), seq, len)?;
        }
        Op::SinkSize => return Ok(Value::Uint(sink.size())),
        _ => return Err(Error::internal("method of sinks")),
    }
    Ok(Value::Null)
}
