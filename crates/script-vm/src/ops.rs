//! Operators on values. The machine uses them where it has no instruction of its own, the tree walker everywhere.
mod compare;
mod convert;
mod elements;
mod sequence;

pub(crate) use compare::{compare, contains, is_string, same_string};
pub(crate) use convert::{arith, cast, from_any, is, record, table, vector};
pub(crate) use sequence::{element, index, set_element, set_slice, slice};

use crate::word;
use elements::{Warned, bad_types, elementwise};
use script_sema::tree::{BinOp, UnOp};
use std::rc::Rc;
use value::{
    Context, ErrorKind, MAX_VECTOR, Pattern, Result, RuntimeError, Table, TableMeta, Type, Value, Vector,
};

/// Applies an operator to two operands that are not vectors; the result has type `ty`.
pub(crate) fn binary(op: BinOp, a: &Value, b: &Value, ty: &Type) -> Result<Warned> {
    let plain = |v: Value| Ok((v, None));
    if let Type::Vector(t) = ty {
        return elementwise(a, b, t, |x, y| binary(op, x, y, &t.elem));
    }
    match (a, b) {
        (Value::Count(x), Value::Count(y)) => count(op, *x, *y).map(|(n, w)| (Value::Count(n), w)),
        (Value::Int(x), Value::Int(y)) => int(op, *x, *y).map(|n| (Value::Int(n), None)),
        // Shifts of an int by a count.
        (Value::Int(x), Value::Count(y)) => int(op, *x, *y as i64).map(|n| (Value::Int(n), None)),
        (Value::Bool(x), Value::Bool(y)) => match op {
            BinOp::And => plain(Value::Bool(x & y)),
            BinOp::Or => plain(Value::Bool(x | y)),
            BinOp::Xor => plain(Value::Bool(x ^ y)),
            _ => Err(bad_types()),
        },
        (Value::String(x), Value::String(y)) if op == BinOp::Add => {
            plain(Value::String(value::Str::concat(&[x, y])))
        }
        (Value::Pattern(x), Value::Pattern(y)) => {
            let joined = match op {
                BinOp::And => Pattern::sequence(x, y),
                BinOp::Or => Pattern::either(x, y),
                _ => return Err(bad_types()),
            };
            let p = joined.map_err(|e| RuntimeError::new(e.to_string()))?;
            plain(Value::Pattern(Rc::new(p)))
        }
        (Value::Table(x), Value::Table(y)) => plain(Value::Table(sets(op, x, y)?)),
        _ if op == BinOp::Mask => mask(a, b).map(|v| (v, None)),
        _ => {
            let (Some(x), Some(y)) = (a.as_number(), b.as_number()) else { return Err(bad_types()) };
            let n = double(op, x, y)?;
            plain(match ty {
                Type::Time => Value::Time(n),
                Type::Interval => Value::Interval(n),
                _ => Value::Double(n),
            })
        }
    }
}

/// Computes a `count`: arithmetic wraps; a difference below zero gives a warning.
pub(crate) fn count(op: BinOp, x: u64, y: u64) -> Result<(u64, Option<&'static str>)> {
    Ok((
        match op {
            BinOp::Add => x.wrapping_add(y),
            BinOp::Sub => return Ok((x.wrapping_sub(y), (y > x).then_some("count underflow"))),
            BinOp::Mul => x.wrapping_mul(y),
            BinOp::Div => x.checked_div(y).ok_or_else(|| RuntimeError::new("division by zero"))?,
            BinOp::Mod => x.checked_rem(y).ok_or_else(|| RuntimeError::new("modulo by zero"))?,
            BinOp::And => x & y,
            BinOp::Or => x | y,
            BinOp::Xor => x ^ y,
            // The processor uses only the low six bits.
            BinOp::Shl => x.wrapping_shl(y as u32),
            BinOp::Shr => x.wrapping_shr(y as u32),
            BinOp::Mask => return Err(bad_types()),
        },
        None,
    ))
}

/// Computes an `int`: arithmetic wraps.
pub(crate) fn int(op: BinOp, x: i64, y: i64) -> Result<i64> {
    Ok(match op {
        BinOp::Add => x.wrapping_add(y),
        BinOp::Sub => x.wrapping_sub(y),
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::Div if y == 0 => return Err(RuntimeError::new("division by zero")),
        BinOp::Div => x.wrapping_div(y),
        BinOp::Mod if y == 0 => return Err(RuntimeError::new("modulo by zero")),
        BinOp::Mod => x.wrapping_rem(y),
        BinOp::Shl if x < 0 => return Err(RuntimeError::new("left shifting a negative number is undefined")),
        BinOp::Shl => x.wrapping_shl(y as u32),
        BinOp::Shr => x.wrapping_shr(y as u32),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Mask => return Err(bad_types()),
    })
}

/// Computes a `double`, `time` or `interval`.
pub(crate) fn double(op: BinOp, x: f64, y: f64) -> Result<f64> {
    Ok(match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x * y,
        BinOp::Div if y == 0.0 => return Err(RuntimeError::new("division by zero")),
        BinOp::Div => x / y,
        _ => return Err(bad_types()),
    })
}

fn mask(a: &Value, b: &Value) -> Result<Value> {
    let (Some(a), Some(bits)) = (a.as_addr(), b.as_number()) else { return Err(bad_types()) };
    let width = a.width();
    let net = if (0.0..=f64::from(width)).contains(&bits) { net_of(a, bits as u8) } else { None };
    net.map(Value::subnet).ok_or_else(|| {
        let family = if width == 32 { "IPv4" } else { "IPv6" };
        RuntimeError::new(format!("bad {family} subnet prefix length: {bits}"))
    })
}

fn net_of(a: net_types::Addr, bits: u8) -> Option<net_types::Subnet> {
    net_types::Subnet::new(a, bits)
}

fn sets(op: BinOp, x: &Table, y: &Table) -> Result<Table> {
    let out = Table::new(x.meta());
    let in_y = |k: &[u8]| y.has_raw(k);
    match op {
        BinOp::And => {
            for (k, v) in x.raw_entries() {
                if in_y(&k) {
                    out.insert_raw(&k, v);
                }
            }
        }
        BinOp::Or => {
            for (k, v) in x.raw_entries().into_iter().chain(y.raw_entries()) {
                out.insert_raw(&k, v);
            }
        }
        BinOp::Sub => {
            for (k, v) in x.raw_entries() {
                if !in_y(&k) {
                    out.insert_raw(&k, v);
                }
            }
        }
        _ => return Err(bad_types()),
    }
    Ok(out)
}

/// Whether a vector accepts a value as an element.
pub(crate) fn takes(v: &Vector, x: &Value) -> bool {
    let ty = v.vector_type();
    matches!(ty.elem, Type::Any | Type::Void) || ty.elem.same(&x.ty())
}

/// Applies an operator to one operand.
pub(crate) fn unary(op: UnOp, a: &Value, ty: &Type) -> Result<Value> {
    if let (Type::Vector(t), Value::Vector(v)) = (ty, a) {
        let items: Result<Vec<_>> =
            v.items().iter().map(|i| i.as_ref().map(|x| unary(op, x, &t.elem)).transpose()).collect();
        return Ok(Value::Vector(Vector::from_items(t.clone(), items?)));
    }
    Ok(match (op, a) {
        (UnOp::Not, v) => Value::Bool(word::untag(v).ok_or_else(bad_types)? == 0),
        (UnOp::Complement, Value::Count(c)) => Value::Count(!c),
        (UnOp::Complement, Value::Int(c)) => Value::Int(!c),
        (UnOp::Plus, Value::Count(c)) => Value::Int(*c as i64),
        (UnOp::Plus, v) => v.clone(),
        (UnOp::Negate, Value::Count(c)) => Value::Int((*c as i64).wrapping_neg()),
        (UnOp::Negate, Value::Int(i)) => Value::Int(i.wrapping_neg()),
        (UnOp::Negate, Value::Double(d)) => Value::Double(-d),
        (UnOp::Negate, Value::Interval(d)) => Value::Interval(-d),
        (UnOp::Negate, Value::Time(d)) => Value::Time(-d),
        _ => return Err(bad_types()),
    })
}

/// Computes `++` and `--`.
pub(crate) fn step(up: bool, a: &Value) -> Result<Warned> {
    Ok(match a {
        Value::Int(i) => (Value::Int(if up { i.wrapping_add(1) } else { i.wrapping_sub(1) }), None),
        Value::Count(c) if up => (Value::Count(c.wrapping_add(1)), None),
        Value::Count(c) => (Value::Count(c.wrapping_sub(1)), (*c == 0).then_some("count underflow")),
        Value::Vector(v) => {
            let mut warned = None;
            let mut items = Vec::new();
            for i in v.items() {
                items.push(match i {
                    Some(x) => {
                        let (x, w) = step(up, &x)?;
                        warned = warned.or(w);
                        Some(x)
                    }
                    None => None,
                });
            }
            v.set_items(items);
            (a.clone(), warned)
        }
        _ => return Err(bad_types()),
    })
}

/// Computes `|a|`.
pub(crate) fn size(a: &Value) -> Result<Value> {
    Ok(match a {
        Value::Bool(b) => Value::Count(u64::from(*b)),
        Value::Int(i) => Value::Count(i.unsigned_abs()),
        Value::Count(c) => Value::Count(*c),
        Value::Double(d) | Value::Time(d) | Value::Interval(d) => Value::Double(d.abs()),
        Value::Port(p) => Value::Count(u64::from(Value::port_number(*p))),
        Value::Enum(n, t) => Value::Count(t.number_at(*n).unsigned_abs()),
        Value::Addr4(_) => Value::Count(32),
        Value::Addr6(_) => Value::Count(128),
        Value::Subnet(n) => Value::Double(2f64.powi(i32::from(n.prefix().width()) - i32::from(n.len()))),
        Value::String(s) => Value::Count(s.len() as u64),
        Value::Pattern(_) => Value::Count(1),
        Value::Table(t) => Value::Count(t.len() as u64),
        Value::Vector(v) => Value::Count(v.len() as u64),
        Value::Record(r) => Value::Count(r.len() as u64),
        Value::Func(f) => Value::Count(f.ty.params.len() as u64),
        Value::File(f) => Value::Double(f.with(|s| s.size()).unwrap_or(0) as f64),
        Value::List(l) => Value::Count(l.len() as u64),
        Value::Opaque(_) | Value::Type(_) => return Err(bad_types()),
    })
}

/// Computes `&&` and `||` element by element.
pub(crate) fn logical(and: bool, a: &Value, b: &Value, ty: &Type) -> Result<Value> {
    let one = |x: &Value, y: &Value| -> Result<Warned> {
        let (Some(x), Some(y)) = (word::untag(x), word::untag(y)) else { return Err(bad_types()) };
        Ok((Value::Bool(if and { x != 0 && y != 0 } else { x != 0 || y != 0 }), None))
    };
    match ty {
        Type::Vector(t) => elementwise(a, b, t, one).map(|v| v.0),
        _ => one(a, b).map(|v| v.0),
    }
}

/// Computes `c ? a : b` element by element.
pub(crate) fn conditional(c: &Value, a: &Value, b: &Value, ty: &Type) -> Result<Value> {
    let (Value::Vector(c), Type::Vector(t)) = (c, ty) else { return Err(bad_types()) };
    let part = |v: &Value, i: usize| match v {
        Value::Vector(v) => v.get(i),
        scalar => Some(scalar.clone()),
    };
    for side in [a, b] {
        if side.as_vector().is_some_and(|v| v.len() != c.len()) {
            return Err(RuntimeError::new("vectors in conditional expression have different sizes"));
        }
    }
    let items = c
        .items()
        .iter()
        .enumerate()
        .map(|(i, c)| match c {
            Some(Value::Bool(true)) => part(a, i),
            Some(_) => part(b, i),
            None => None,
        })
        .collect();
    Ok(Value::Vector(Vector::from_items(t.clone(), items)))
}

/// Executes `t += other` and `s += other`.
pub(crate) fn merge(cx: &mut dyn Context, to: &Value, from: &Value) -> Result<()> {
    let (Value::Table(to), Value::Table(from)) = (to, from) else { return Err(bad_types()) };
    for (k, v) in from.raw_entries() {
        to.assign_key(cx, &k, v)?;
    }
    Ok(())
}

/// Executes `t -= other`.
pub(crate) fn subtract(cx: &mut dyn Context, to: &Value, other: &Value) -> Result<()> {
    let (Value::Table(to), Value::Table(other)) = (to, other) else { return Err(bad_types()) };
    for (k, _) in other.raw_entries() {
        to.delete_key(cx, &k)?;
    }
    Ok(())
}

/// Whether the elements of a vector fit into another, which matters if they come from a `vector of any`.
pub(crate) fn fits_all(to: &Value, from: &Value) -> bool {
    let (Value::Vector(to), Value::Vector(from)) = (to, from) else { return true };
    let wanted = to.vector_type();
    if !matches!(from.vector_type().elem, Type::Any) || matches!(wanted.elem, Type::Any | Type::Void) {
        return true;
    }
    from.items().iter().flatten().all(|x| x.ty().same(&wanted.elem))
}

/// Executes `v += other`, element by element.
pub(crate) fn extend(to: &Value, from: &Value) -> Result<()> {
    let (Value::Vector(to), Value::Vector(from)) = (to, from) else { return Err(bad_types()) };
    let more = from.items();
    let len = to.len();
    if len + more.len() > MAX_VECTOR {
        return Err(RuntimeError::new(format!("a vector holds no more than {MAX_VECTOR} elements")));
    }
    to.splice(len, len, more);
    Ok(())
}

/// Executes `p += other` for patterns.
pub(crate) fn pattern_or(a: &Value, b: &Value) -> Result<Value> {
    let (Value::Pattern(a), Value::Pattern(b)) = (a, b) else { return Err(bad_types()) };
    let p = a.extended(b).map_err(|e| RuntimeError::new(e.to_string()))?;
    Ok(Value::Pattern(Rc::new(p)))
}

/// Returns the initial value of a variable of this type: aggregates are empty, other types have no value.
pub(crate) fn initial(
    cx: &mut dyn Context,
    ty: &Type,
    meta: Option<&Rc<TableMeta>>,
) -> Result<Option<Value>> {
    Ok(match ty {
        Type::Table(t) => Some(Value::Table(match meta {
            Some(m) => Table::new(m.clone()),
            None => Table::of(t.clone()),
        })),
        Type::Vector(t) => Some(Value::Vector(Vector::new(t.clone()))),
        Type::Record(t) => Some(Value::Record(cx.record(t)?)),
        _ => None,
    })
}

/// Computes `copy(a)`.
pub(crate) fn copy(a: &Value) -> Result<Value> {
    a.deep_copy().map_err(|_| RuntimeError::of(ErrorKind::Runtime, "cannot clone value"))
}
