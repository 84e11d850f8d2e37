//! Operations on tagged values.
use crate::code::{Code, Generic, Site};
use crate::machine::Machine;
use crate::ops;
use crate::word::untag;
use std::rc::Rc;
use value::{ErrorKind, Level, Result, RuntimeError, Value, Vector};

impl Machine {
    pub(super) fn op1(&mut self, c: &Code, pc: usize, op: &Generic, a: &Value) -> Result<Value> {
        match op {
            Generic::Unary(op, t) => ops::unary(*op, a, t),
            Generic::Step(up) => {
                let (v, w) = ops::step(*up, a)?;
                if let Some(w) = w {
                    self.warn(c, pc, w);
                }
                Ok(v)
            }
            Generic::Size => ops::size(a),
            Generic::Copy => ops::copy(a),
            Generic::Arith(t) => ops::arith(a, t),
            Generic::Record(t, map) => ops::record(self, a, t, map),
            Generic::Table(m) => ops::table(a, m),
            Generic::Vector(t) => ops::vector(a, t),
            Generic::FromAny(t) => ops::from_any(a, t),
            Generic::Cast(t) => ops::cast(a, t),
            Generic::Is(t) => Ok(Value::Bool(ops::is(a, t))),
            Generic::Clear => {
                match a {
                    Value::Table(t) => t.clear(self)?,
                    Value::Vector(v) => v.clear(),
                    _ => {}
                }
                self.whens.mark();
                Ok(a.clone())
            }
            Generic::Part(i) => match a {
                Value::List(l) => {
                    l.get(*i).cloned().ok_or_else(|| RuntimeError::new("mismatch in list lengths"))
                }
                _ => Err(RuntimeError::new("mismatch in list lengths")),
            },
            _ => Err(wrong_operands()),
        }
    }

    pub(super) fn op2(&mut self, c: &Code, pc: usize, op: &Generic, a: &Value, b: &Value) -> Result<Value> {
        match op {
            Generic::Binary(op, t) => {
                let (v, w) = ops::binary(*op, a, b, t)?;
                if let Some(w) = w {
                    self.warn(c, pc, w);
                }
                Ok(v)
            }
            Generic::Compare(op, t) => ops::compare(*op, a, b, t),
            Generic::And(t) => ops::logical(true, a, b, t),
            Generic::Or(t) => ops::logical(false, a, b, t),
            Generic::In => ops::contains(self, a, b).map(Value::Bool),
            Generic::Index(t) => ops::index(a, b, t),
            Generic::PatternOr => ops::pattern_or(a, b),
            Generic::Merge | Generic::Subtract | Generic::Extend => {
                match op {
                    Generic::Merge => ops::merge(self, a, b)?,
                    Generic::Subtract => ops::subtract(self, a, b)?,
                    _ if ops::fits_all(a, b) => ops::extend(a, b)?,
                    _ => {
                        // Tools match this text.
                        let whole = match c.site(pc - 1) {
                            Some(Site::Expr(e)) => e.to_string(),
                            _ => a.to_string(),
                        };
                        let text = format!("incompatible vector element assignment ({whole} and {b})");
                        self.host.report(Level::Error, &text, c.site(pc - 1).map(Site::loc));
                    }
                }
                self.whens.mark();
                Ok(a.clone())
            }
            _ => Err(wrong_operands()),
        }
    }
}

fn wrong_operands() -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, "an operation with operands that it does not take")
}

pub(super) fn op_n(op: &Generic, row: Vec<Value>) -> Result<Value> {
    let end = |v: Option<&Value>| v.and_then(untag).map(|w| w as i64);
    match (op, &row[..]) {
        (Generic::Cond(t), [c, a, b]) => ops::conditional(c, a, b, t),
        (Generic::VectorOf(t), _) => Ok(Value::Vector(Vector::from_values(t.clone(), row))),
        (Generic::List, _) => Ok(Value::List(Rc::new(row))),
        (Generic::Slice(low, high), [a, ends @ ..]) => {
            let low = if *low { end(ends.first()) } else { None };
            let high = if *high { end(ends.last()) } else { None };
            ops::slice(a, low, high)
        }
        (Generic::SetSlice(low, high), [a, ends @ .., with]) => {
            let low = if *low { end(ends.first()) } else { None };
            let high = if *high { end(ends.last()) } else { None };
            ops::set_slice(a, low, high, with)?;
            Ok(with.clone())
        }
        _ => Err(wrong_operands()),
    }
}
