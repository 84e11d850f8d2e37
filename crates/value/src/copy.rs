//! Deep copies and deep equality.
use crate::func::{Code, Func};
use crate::record::Record;
use crate::string::Str;
use crate::table::Table;
use crate::value::Value;
use crate::vector::Vector;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The error for a value that cannot be copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotCopyable;

impl Value {
    /// `copy(v)`: copies tables, vectors and records recursively. An object that is reached twice is copied only once,
    /// so shared and cyclic structures keep their shape.
    pub fn deep_copy(&self) -> Result<Value, NotCopyable> {
        match self {
            Value::Table(_)
            | Value::Vector(_)
            | Value::Record(_)
            | Value::List(_)
            | Value::Opaque(_)
            | Value::Func(_) => Copier::default().value(self, 0),
            // `same_object` tells copies of these from the originals.
            Value::String(s) => Ok(Value::String(Str::new(s))),
            Value::Pattern(p) => Ok(Value::Pattern(Rc::new(p.again()))),
            scalar => Ok(scalar.clone()),
        }
    }

    /// Whether two values are equal: scalars by value, containers by content (in any order for tables), functions,
    /// files and opaques by identity.
    pub fn equals(&self, o: &Value) -> bool {
        equal(self, o, 0)
    }
}

/// Nesting at which copies and comparisons give up, so as not to exhaust the stack.
const MAX_DEPTH: u32 = 2000;

#[derive(Default)]
struct Copier {
    done: HashMap<usize, Value>,
}

impl Copier {
    fn value(&mut self, v: &Value, depth: u32) -> Result<Value, NotCopyable> {
        if depth > MAX_DEPTH {
            return Err(NotCopyable);
        }
        let depth = depth + 1;
        Ok(match v {
            Value::Table(t) => {
                if let Some(v) = self.done.get(&t.address()) {
                    return Ok(v.clone());
                }
                let new = Table::new(t.meta());
                self.done.insert(t.address(), Value::Table(new.clone()));
                for (k, v) in t.raw_entries() {
                    let v = v.map(|v| self.value(&v, depth)).transpose()?;
                    new.insert_raw(&k, v);
                }
                if let Some(d) = t.known_default() {
                    new.set_default(self.value(&d, depth)?);
                }
                Value::Table(new)
            }
            Value::Vector(x) => {
                if let Some(v) = self.done.get(&x.address()) {
                    return Ok(v.clone());
                }
                let new = Vector::new(x.vector_type());
                self.done.insert(x.address(), Value::Vector(new.clone()));
                let items: Result<Vec<_>, _> =
                    x.items().iter().map(|i| i.as_ref().map(|v| self.value(v, depth)).transpose()).collect();
                new.set_items(items?);
                Value::Vector(new)
            }
            Value::Record(r) => {
                if let Some(v) = self.done.get(&r.address()) {
                    return Ok(v.clone());
                }
                let new = Record::unset(r.record_type().clone());
                self.done.insert(r.address(), Value::Record(new.clone()));
                for i in 0..r.len() as u32 {
                    if let Some(v) = r.get(i) {
                        new.set(i, self.value(&v, depth)?);
                    }
                }
                Value::Record(new)
            }
            Value::List(l) => {
                let all: Result<Vec<_>, _> = l.iter().map(|v| self.value(v, depth)).collect();
                Value::List(Rc::new(all?))
            }
            Value::Opaque(o) => Value::Opaque(o.duplicate().ok_or(NotCopyable)?),
            Value::Func(f) => match &f.code {
                Code::Closure(body, captured) => {
                    let all: Result<Vec<_>, _> = captured
                        .borrow()
                        .iter()
                        .map(|c| c.as_ref().map(|v| self.value(v, depth)).transpose())
                        .collect();
                    let code = Code::Closure(*body, RefCell::new(all?));
                    Value::Func(Rc::new(Func {
                        name: f.name.clone(),
                        ty: f.ty.clone(),
                        code,
                        bodies: f.bodies.clone(),
                    }))
                }
                Code::Global(_) => v.clone(),
            },
            scalar => scalar.clone(),
        })
    }
}

fn equal(a: &Value, b: &Value, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    let depth = depth + 1;
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Count(a), Value::Count(b)) => a == b,
        (Value::Double(a), Value::Double(b))
        | (Value::Time(a), Value::Time(b))
        | (Value::Interval(a), Value::Interval(b)) => a == b,
        (Value::Port(a), Value::Port(b)) => a == b,
        (Value::Enum(a, _), Value::Enum(b, _)) => a == b,
        (Value::Addr4(a), Value::Addr4(b)) => a == b,
        (Value::Addr6(a), Value::Addr6(b)) => a == b,
        (Value::Subnet(a), Value::Subnet(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Pattern(a), Value::Pattern(b)) => a == b,
        (Value::Func(a), Value::Func(b)) => Func::same(a, b),
        (Value::File(a), Value::File(b)) => Rc::ptr_eq(a, b),
        (Value::Opaque(a), Value::Opaque(b)) => a.same_object(b),
        (Value::Type(a), Value::Type(b)) => a.same(b),
        (Value::Table(a), Value::Table(b)) => {
            a.same_object(b)
                || (a.len() == b.len()
                    && a.raw_entries().iter().all(|(k, v)| match (v, b.get_raw(k)) {
                        (_, None) => false,
                        (Some(x), Some(Some(y))) => equal(x, &y, depth),
                        (None, Some(None)) => true,
                        _ => false,
                    }))
        }
        (Value::Vector(a), Value::Vector(b)) => a.same_object(b) || all_equal(&a.items(), &b.items(), depth),
        (Value::Record(a), Value::Record(b)) => {
            a.same_object(b)
                || (a.len() == b.len()
                    && (0..a.len() as u32).all(|i| match (a.get(i), b.get(i)) {
                        (Some(x), Some(y)) => equal(&x, &y, depth),
                        (None, None) => true,
                        _ => false,
                    }))
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(x, y)| equal(x, y, depth))
        }
        _ => false,
    }
}

fn all_equal(a: &[Option<Value>], b: &[Option<Value>], depth: u32) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(x, y)| match (x, y) {
            (Some(x), Some(y)) => equal(x, y, depth),
            (None, None) => true,
            _ => false,
        })
}
