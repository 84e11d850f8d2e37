//! Operations on `string`.
use super::{Args, bytes};
use crate::error::{Error, Outcome};
use crate::format::{encode, format};
use crate::value::Value;
use crate::world::World;
use spicy_sema::hir::Op;

fn text(b: Vec<u8>) -> Value {
    Value::text(&String::from_utf8_lossy(&b))
}

pub(crate) fn run(world: &mut World<'_>, op: Op, a: &Args<'_>) -> Outcome<Value> {
    Ok(match op {
        Op::StrEncode => Value::bytes(encode(a.str(0)?, a.label(1, 1), a.label(2, 1))?),
        Op::StrEndsWith => Value::Bool(a.str(0)?.ends_with(&**a.str(1)?)),
        Op::StrStartsWith => Value::Bool(a.str(0)?.starts_with(&**a.str(1)?)),
        Op::StrLower => Value::text(&a.str(0)?.to_lowercase()),
        Op::StrUpper => Value::text(&a.str(0)?.to_uppercase()),
        Op::StrSplit => {
            let sep = if a.has(1) { Some(a.str(1)?.as_bytes()) } else { None };
            Value::list(bytes::split(a.str(0)?.as_bytes(), sep, usize::MAX).into_iter().map(text).collect())
        }
        Op::StrSplit1 => {
            let sep = if a.has(1) { Some(a.str(1)?.as_bytes()) } else { None };
            let mut parts = bytes::split(a.str(0)?.as_bytes(), sep, 2).into_iter();
            let (x, y) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            Value::list(vec![text(x), text(y)])
        }
        Op::StrFormat => Value::text(&format(world, a.str(0)?, &a.from(1))?),
        Op::StrSize => Value::Uint(a.str(0)?.chars().count() as u64),
        Op::StrSum => Value::text(&[&**a.str(0)?, &**a.str(1)?].concat()),
        _ => return Err(Error::internal("operation on strings")),
    })
}
