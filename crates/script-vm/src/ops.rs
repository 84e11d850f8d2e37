//! What operators do with values: the one place that both the machine (where it has no instruction of its own) and the
//! tree walker take it from.
use crate::word;
use script_sema::tree::{BinOp, CmpOp, UnOp};
use std::cmp::Ordering;
use std::rc::Rc;
use value::{
    Bits, Context, ErrorKind, MAX_VECTOR, Pattern, RecordType, Result, RuntimeError, Table, TableMeta, Type,
    Value, Vector, VectorType,
};

/// What is worth a warning, and the value all the same.
pub(crate) type Warned = (Value, Option<&'static str>);

fn bad_types() -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, "operands of unexpected types")
}

/// Two operands, not vectors; the result is of type `ty`.
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

/// A `count`: arithmetic wraps; a difference below zero is worth a warning.
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
            // The processor looks at the low six bits.
            BinOp::Shl => x.wrapping_shl(y as u32),
            BinOp::Shr => x.wrapping_shr(y as u32),
            BinOp::Mask => return Err(bad_types()),
        },
        None,
    ))
}

/// An `int`: arithmetic wraps.
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

/// A `double`, `time` or `interval`.
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

/// Pairs of elements, or each element with a scalar. A hole on either side is a hole.
fn elementwise(
    a: &Value,
    b: &Value,
    ty: &Rc<VectorType>,
    mut f: impl FnMut(&Value, &Value) -> Result<Warned>,
) -> Result<Warned> {
    let mut warned = None;
    let mut one = |x: &Option<Value>, y: &Option<Value>| -> Result<Option<Value>> {
        let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
        let (v, w) = f(x, y)?;
        warned = warned.or(w);
        Ok(Some(v))
    };
    let items: Result<Vec<_>> = match (a, b) {
        (Value::Vector(x), Value::Vector(y)) => {
            let (x, y) = (x.items(), y.items());
            if x.len() != y.len() {
                return Err(RuntimeError::new("vector operands are of different sizes"));
            }
            x.iter().zip(&y).map(|(x, y)| one(x, y)).collect()
        }
        (Value::Vector(x), y) => {
            let y = Some(y.clone());
            x.items().iter().map(|x| one(x, &y)).collect()
        }
        (x, Value::Vector(y)) => {
            let x = Some(x.clone());
            y.items().iter().map(|y| one(&x, y)).collect()
        }
        _ => return Err(bad_types()),
    };
    Ok((Value::Vector(Vector::from_items(ty.clone(), items?)), warned))
}

/// A comparison; `ty` is `bool`, or a vector of it.
pub(crate) fn compare(op: CmpOp, a: &Value, b: &Value, ty: &Type) -> Result<Value> {
    if let Type::Vector(t) = ty {
        return elementwise(a, b, t, |x, y| compare(op, x, y, &Type::Bool).map(|v| (v, None))).map(|v| v.0);
    }
    Ok(Value::Bool(holds(op, a, b)?))
}

fn by_order(op: CmpOp, o: Option<Ordering>) -> bool {
    match op {
        CmpOp::Lt => o == Some(Ordering::Less),
        CmpOp::Le => matches!(o, Some(Ordering::Less | Ordering::Equal)),
        CmpOp::Eq => o == Some(Ordering::Equal),
        CmpOp::Ne => o != Some(Ordering::Equal),
        CmpOp::Ge => matches!(o, Some(Ordering::Greater | Ordering::Equal)),
        CmpOp::Gt => o == Some(Ordering::Greater),
    }
}

/// Whether a vector takes a value as an element.
pub(crate) fn takes(v: &Vector, x: &Value) -> bool {
    let ty = v.vector_type();
    matches!(ty.elem, Type::Any | Type::Void) || ty.elem.same(&x.ty())
}

/// Whether two registers hold the same string.
#[inline(always)]
pub(crate) fn same_string(a: &Option<Value>, b: &Option<Value>) -> Result<bool> {
    match (a, b) {
        (Some(Value::String(x)), Some(Value::String(y))) => Ok(x == y),
        _ => Err(unset()),
    }
}

/// Whether a register holds this string.
#[inline(always)]
pub(crate) fn is_string(a: &Option<Value>, text: &Value) -> Result<bool> {
    match (a, text) {
        (Some(Value::String(x)), Value::String(y)) => Ok(x == y),
        _ => Err(unset()),
    }
}

#[cold]
fn unset() -> RuntimeError {
    RuntimeError::new("value used but not set")
}

fn holds(op: CmpOp, a: &Value, b: &Value) -> Result<bool> {
    let order = match (a, b) {
        (Value::Pattern(p), Value::String(s)) | (Value::String(s), Value::Pattern(p)) => {
            return Ok(p.matches_exactly(s) == (op == CmpOp::Eq));
        }
        (Value::Table(x), Value::Table(y)) => return tables(op, x, y),
        (Value::Count(x), Value::Count(y)) => Some(x.cmp(y)),
        (Value::Int(x), Value::Int(y)) => Some(x.cmp(y)),
        (Value::Bool(x), Value::Bool(y)) => Some(x.cmp(y)),
        (Value::Enum(..), Value::Enum(..)) => Some(a.as_enum().cmp(&b.as_enum())),
        (Value::Port(x), Value::Port(y)) => Some(Value::port_number(*x).cmp(&Value::port_number(*y))),
        (Value::String(x), Value::String(y)) => Some(x.cmp(y)),
        _ => match (a.as_addr(), b.as_addr()) {
            (Some(x), Some(y)) => Some(x.cmp(&y)),
            _ => match (a.as_number(), b.as_number()) {
                (Some(x), Some(y)) => x.partial_cmp(&y),
                _ => match op {
                    CmpOp::Eq => return Ok(a.equals(b)),
                    CmpOp::Ne => return Ok(!a.equals(b)),
                    _ => return Err(bad_types()),
                },
            },
        },
    };
    Ok(by_order(op, order))
}

fn tables(op: CmpOp, x: &Table, y: &Table) -> Result<bool> {
    let part = |a: &Table, b: &Table| a.raw_entries().iter().all(|(k, _)| b.has_raw(k));
    Ok(match op {
        CmpOp::Eq => Value::Table(x.clone()).equals(&Value::Table(y.clone())),
        CmpOp::Ne => !Value::Table(x.clone()).equals(&Value::Table(y.clone())),
        CmpOp::Lt => x.len() < y.len() && part(x, y),
        CmpOp::Le => part(x, y),
        CmpOp::Gt => y.len() < x.len() && part(y, x),
        CmpOp::Ge => part(y, x),
    })
}

/// One operand.
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

/// `++` and `--`.
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

/// `|a|`.
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

/// Conversion between numbers, to `ty`.
pub(crate) fn arith(a: &Value, ty: &Type) -> Result<Value> {
    if let (Type::Vector(t), Value::Vector(v)) = (ty, a) {
        let items: Result<Vec<_>> =
            v.items().iter().map(|i| i.as_ref().map(|x| arith(x, &t.elem)).transpose()).collect();
        return Ok(Value::Vector(Vector::from_items(t.clone(), items?)));
    }
    let overflow =
        |from: &str| RuntimeError::new(format!("overflow promoting from {from} to {}", ty.tag_name()));
    let underflow = |from: &str| RuntimeError::new(format!("underflow converting {from} to count"));
    Ok(match (ty, a) {
        (Type::Int, Value::Count(c)) => {
            Value::Int(i64::try_from(*c).map_err(|_| overflow("unsigned/count"))?)
        }
        (Type::Int, Value::Bool(b)) => Value::Int(i64::from(*b)),
        (Type::Int, Value::Int(_)) | (Type::Count, Value::Count(_)) | (Type::Bool, Value::Bool(_)) => {
            a.clone()
        }
        (Type::Int, v) => {
            let d = v.as_double().ok_or_else(bad_types)?;
            if !(-9.223_372_036_854_775e18..=9.223_372_036_854_775e18).contains(&d) {
                return Err(overflow("double"));
            }
            Value::Int(d as i64)
        }
        (Type::Count, Value::Int(i)) => Value::Count(u64::try_from(*i).map_err(|_| underflow("int"))?),
        (Type::Count, Value::Bool(b)) => Value::Count(u64::from(*b)),
        (Type::Count, v) => {
            let d = v.as_double().ok_or_else(bad_types)?;
            if d < 0.0 {
                return Err(underflow("double"));
            }
            if d >= 1.844_674_407_370_955e19 || d.is_nan() {
                return Err(overflow("double"));
            }
            Value::Count(d as u64)
        }
        (Type::Double, v) => Value::Double(v.as_number().ok_or_else(bad_types)?),
        (Type::Time, v) => Value::Time(v.as_number().ok_or_else(bad_types)?),
        (Type::Interval, v) => Value::Interval(v.as_number().ok_or_else(bad_types)?),
        _ => return Err(bad_types()),
    })
}

/// A record of another type: fields by map, the others by default.
pub(crate) fn record(
    cx: &mut dyn Context,
    a: &Value,
    ty: &Rc<RecordType>,
    map: &[Option<u32>],
) -> Result<Value> {
    let Some(from) = a.as_record() else { return Err(bad_types()) };
    let to = cx.record(ty)?;
    for (i, source) in map.iter().enumerate() {
        let Some(source) = source else { continue };
        let i = i as u32;
        let field = ty.field(i);
        match from.get(*source) {
            Some(v) => to.set(i, fit(cx, v, field.as_ref().map_or(&Type::Any, |f| &f.ty))?),
            None if field.as_ref().is_some_and(|f| f.attrs.default.is_some()) => {}
            None => to.clear(i),
        }
    }
    Ok(Value::Record(to))
}

/// A field's value inside a record conversion may need one of its own.
fn fit(cx: &mut dyn Context, v: Value, ty: &Type) -> Result<Value> {
    match (&v, ty) {
        (Value::Record(r), Type::Record(t)) if !Rc::ptr_eq(r.record_type(), t) => {
            let map: Vec<Option<u32>> =
                t.fields().iter().map(|f| r.record_type().position(&f.name)).collect();
            record(cx, &v, t, &map)
        }
        (Value::Table(x), Type::Table(t)) if x.table_type().index.is_empty() => {
            Ok(Value::Table(Table::of(t.clone())))
        }
        (Value::Int(_) | Value::Count(_) | Value::Double(_), Type::Int | Type::Count | Type::Double) => {
            arith(&v, ty)
        }
        _ => Ok(v),
    }
}

/// A table that was made without a type, with one.
pub(crate) fn table(a: &Value, meta: &Rc<TableMeta>) -> Result<Value> {
    let Some(t) = a.as_table() else { return Err(bad_types()) };
    if t.table_type().index.is_empty() {
        if !t.is_empty() {
            return Err(RuntimeError::of(ErrorKind::Runtime, "coercion of non-empty table/set"));
        }
        return Ok(Value::Table(Table::new(meta.clone())));
    }
    Ok(a.clone())
}

/// A vector that was made without a type, with one.
pub(crate) fn vector(a: &Value, ty: &Rc<VectorType>) -> Result<Value> {
    let Some(v) = a.as_vector() else { return Err(bad_types()) };
    if matches!(v.vector_type().elem, Type::Void) {
        if !v.is_empty() {
            return Err(RuntimeError::of(ErrorKind::Runtime, "coercion of non-empty vector"));
        }
        return Ok(Value::Vector(Vector::new(ty.clone())));
    }
    Ok(a.clone())
}

/// `any` to what is expected.
pub(crate) fn from_any(a: &Value, ty: &Type) -> Result<Value> {
    let have = a.ty();
    if matches!(ty, Type::Any) || have.same(ty) {
        if let (Value::Vector(v), Type::Vector(t)) = (a, ty)
            && v.is_empty()
            && !matches!(t.elem, Type::Any | Type::Void)
            && matches!(v.vector_type().elem, Type::Void)
        {
            v.set_type(t.clone());
        }
        return Ok(a.clone());
    }
    if have.is_arithmetic() && ty.is_arithmetic() {
        return arith(a, ty);
    }
    match (a, ty) {
        (Value::Table(t), Type::Table(want)) if t.table_type().index.is_empty() => {
            Ok(Value::Table(Table::of(want.clone())))
        }
        (Value::Vector(v), Type::Vector(want)) if matches!(v.vector_type().elem, Type::Void) => {
            Ok(Value::Vector(Vector::new(want.clone())))
        }
        _ => Err(RuntimeError::of(
            ErrorKind::Runtime,
            format!("incompatible \"any\" type ({} vs {})", have.tag_name(), ty.tag_name()),
        )),
    }
}

/// `a is ty`.
pub(crate) fn is(a: &Value, ty: &Type) -> bool {
    matches!(ty, Type::Any) || {
        let have = a.ty();
        match (&have, ty) {
            (Type::Enum(x), Type::Enum(y)) => x.name() == y.name(),
            _ => have.same(ty),
        }
    }
}

/// `a as ty`.
pub(crate) fn cast(a: &Value, ty: &Type) -> Result<Value> {
    if is(a, ty) {
        return Ok(a.clone());
    }
    match (a, ty) {
        (Value::Table(t), Type::Table(want)) if t.is_empty() && t.table_type().index.is_empty() => {
            Ok(Value::Table(Table::of(want.clone())))
        }
        (Value::Vector(v), Type::Table(want))
            if ty.is_set() && all_are(&want.index, &v.vector_type().elem) =>
        {
            let set = Table::of(want.clone());
            for item in v.items().into_iter().flatten() {
                let key = set.key(&[item])?;
                set.insert_raw(key.bytes(), None);
            }
            Ok(Value::Table(set))
        }
        (Value::Table(t), Type::Vector(want)) if all_are(&t.table_type().index, &want.elem) => {
            let items = t.entries().into_iter().filter_map(|(mut index, _)| index.pop()).collect();
            Ok(Value::Vector(Vector::from_values(want.clone(), items)))
        }
        _ => Err(RuntimeError::new(format!("invalid cast of value with type '{}' to type '{ty}'", a.ty()))),
    }
}

/// Whether an index is of one part, of this type.
fn all_are(index: &[Type], ty: &Type) -> bool {
    matches!(index, [one] if one.same(ty))
}

/// Position that an index means: negative ones count from the end.
fn position(i: i64, len: usize) -> Option<usize> {
    let i = if i < 0 { i.wrapping_add(len as i64) } else { i };
    usize::try_from(i).ok()
}

/// `a[i]` of a string or vector.
pub(crate) fn index(a: &Value, i: &Value, ty: &Type) -> Result<Value> {
    match (a, i) {
        (Value::Vector(v), Value::Vector(by)) => select(v, by, ty),
        (Value::Vector(v), i) => {
            let i = word::untag(i).ok_or_else(bad_types)? as i64;
            element(v, i)
        }
        (Value::String(s), i) => {
            let i = word::untag(i).ok_or_else(bad_types)? as i64;
            let one = position(i, s.len()).and_then(|at| s.get(at..at + 1)).unwrap_or_default();
            Ok(Value::string(one))
        }
        _ => Err(RuntimeError::new("type cannot be indexed")),
    }
}

/// The element of a vector at an index.
#[inline]
pub(crate) fn element(v: &Vector, i: i64) -> Result<Value> {
    position(i, v.len()).and_then(|at| v.get(at)).ok_or_else(|| RuntimeError::new("no such index"))
}

/// `v[i] = x`.
#[inline]
pub(crate) fn set_element(v: &Vector, i: i64, x: Bits) -> Result<()> {
    let at = if i < 0 { position(i, v.len()) } else { usize::try_from(i).ok() };
    match at {
        Some(at) if v.set(at, x.into_value()) => Ok(()),
        _ => Err(RuntimeError::new(format!(
            "vector index assignment failed for invalid index {i}, no more than {MAX_VECTOR} elements"
        ))),
    }
}

/// A vector indexed by a vector: of bools, the elements where it is true; of numbers, the elements that they name.
fn select(v: &Vector, by: &Vector, ty: &Type) -> Result<Value> {
    let Type::Vector(t) = ty else { return Err(bad_types()) };
    let items = v.items();
    let by_bool = matches!(by.vector_type().elem, Type::Bool);
    if by_bool && items.len() != by.len() {
        return Err(RuntimeError::new("size mismatch, boolean index and vector"));
    }
    let mut out = Vec::new();
    for (at, b) in by.items().iter().enumerate() {
        match b {
            Some(Value::Bool(true)) if by_bool => out.push(items.get(at).cloned().flatten()),
            _ if by_bool => {}
            Some(i) => {
                let i = word::untag(i).ok_or_else(bad_types)? as i64;
                out.push(position(i, items.len()).and_then(|at| items.get(at).cloned().flatten()));
            }
            None => out.push(None),
        }
    }
    Ok(Value::Vector(Vector::from_items(t.clone(), out)))
}

/// An end of a slice, clamped to the length.
fn slice_end(i: i64, len: usize) -> usize {
    match position(i, len) {
        Some(at) => at.min(len),
        None => 0,
    }
}

/// `a[low:high]`.
pub(crate) fn slice(a: &Value, low: Option<i64>, high: Option<i64>) -> Result<Value> {
    let len = match a {
        Value::String(s) => s.len(),
        Value::Vector(v) => v.len(),
        _ => return Err(RuntimeError::new("type cannot be indexed")),
    };
    let low = low.map_or(0, |i| slice_end(i, len));
    let high = high.map_or(len, |i| slice_end(i, len));
    let range = low..high.max(low);
    Ok(match a {
        Value::String(s) => Value::string(s.get(range).unwrap_or_default()),
        Value::Vector(v) => {
            let items = v.with_items(|i| i.get(range).unwrap_or_default().to_vec());
            Value::Vector(Vector::from_items(v.vector_type(), items))
        }
        _ => return Err(bad_types()),
    })
}

/// `v[low:high] = with`.
pub(crate) fn set_slice(a: &Value, low: Option<i64>, high: Option<i64>, with: &Value) -> Result<()> {
    let (Value::Vector(v), Value::Vector(with)) = (a, with) else { return Err(bad_types()) };
    let len = v.len();
    let low = low.map_or(0, |i| slice_end(i, len));
    let high = high.map_or(len, |i| slice_end(i, len)).max(low);
    v.splice(low, high, with.items());
    Ok(())
}

/// `item in container`, for what is not a table.
pub(crate) fn contains(cx: &mut dyn Context, item: &Value, container: &Value) -> Result<bool> {
    Ok(match (item, container) {
        (Value::Pattern(p), Value::String(s)) => p.matches_in(s),
        (Value::String(part), Value::String(s)) => find(s, part),
        (Value::Vector(v), _) if matches!(container, Value::String(_)) => {
            return Err(RuntimeError::new(format!("a vector of {} elements is in no string", v.len())));
        }
        (_, Value::Subnet(n)) => match (item.as_addr(), item.as_subnet()) {
            (Some(a), _) => n.contains(a),
            (_, Some(inner)) => inner.len128() >= n.len128() && n.contains(inner.prefix()),
            _ => return Err(bad_types()),
        },
        (i, Value::Vector(v)) => {
            let i = word::untag(i).ok_or_else(bad_types)? as i64;
            usize::try_from(i).is_ok_and(|at| v.has(at))
        }
        (i, Value::Table(t)) => t.contains(cx, std::slice::from_ref(i))?,
        _ => return Err(bad_types()),
    })
}

/// Whether `part` occurs in `s`.
fn find(s: &[u8], part: &[u8]) -> bool {
    match part {
        [] => true,
        [one] => s.contains(one),
        _ => s.windows(part.len()).any(|w| w == part),
    }
}

/// `&&` and `||` element by element.
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

/// `c ? a : b` element by element.
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

/// `t += other`, `s += other`.
pub(crate) fn merge(cx: &mut dyn Context, to: &Value, from: &Value) -> Result<()> {
    let (Value::Table(to), Value::Table(from)) = (to, from) else { return Err(bad_types()) };
    for (k, v) in from.raw_entries() {
        to.assign_key(cx, &k, v)?;
    }
    Ok(())
}

/// `t -= other`.
pub(crate) fn subtract(cx: &mut dyn Context, to: &Value, other: &Value) -> Result<()> {
    let (Value::Table(to), Value::Table(other)) = (to, other) else { return Err(bad_types()) };
    for (k, _) in other.raw_entries() {
        to.delete_key(cx, &k)?;
    }
    Ok(())
}

/// `v += other`, element by element.
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

/// `p += other` for patterns.
pub(crate) fn pattern_or(a: &Value, b: &Value) -> Result<Value> {
    let (Value::Pattern(a), Value::Pattern(b)) = (a, b) else { return Err(bad_types()) };
    let p = a.extended(b).map_err(|e| RuntimeError::new(e.to_string()))?;
    Ok(Value::Pattern(Rc::new(p)))
}

/// What a variable of this type starts as where nothing is assigned: aggregates are empty, others have no value.
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

/// `copy(a)`.
pub(crate) fn copy(a: &Value) -> Result<Value> {
    a.deep_copy().map_err(|_| RuntimeError::of(ErrorKind::Runtime, "cannot clone value"))
}
