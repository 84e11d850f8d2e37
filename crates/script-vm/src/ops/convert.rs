//! Conversions: between numbers, to other record or container types, and from `any`.
use super::elements::bad_types;
use std::rc::Rc;
use value::{
    Context, ErrorKind, RecordType, Result, RuntimeError, Table, TableMeta, Type, Value, Vector, VectorType,
};

/// Converts a number to `ty`.
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

/// Converts a record to another type: `map` says which fields to take; the others get their defaults.
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

/// Converts a field's value during a record conversion, if needed.
pub(super) fn fit(cx: &mut dyn Context, v: Value, ty: &Type) -> Result<Value> {
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

/// Sets the type of a table that was made without one.
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

/// Sets the type of a vector that was made without one.
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

/// Converts an `any` to the expected type.
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

/// Computes `a is ty`.
pub(crate) fn is(a: &Value, ty: &Type) -> bool {
    matches!(ty, Type::Any) || {
        let have = a.ty();
        match (&have, ty) {
            (Type::Enum(x), Type::Enum(y)) => x.name() == y.name(),
            _ => have.same(ty) || received(a, ty).is_some(),
        }
    }
}

/// Returns the value of this type in a `Broker::Data` record, which wraps data that was received as `any`.
fn received(a: &Value, ty: &Type) -> Option<Value> {
    match a.as_record()?.record_type() {
        r if r.name().as_deref() == Some("Broker::Data") => {
            a.as_record()?.get(0)?.as_opaque()?.stands_for(ty)
        }
        _ => None,
    }
}

/// Computes `a as ty`.
pub(crate) fn cast(a: &Value, ty: &Type) -> Result<Value> {
    if is(a, ty) {
        return Ok(received(a, ty).unwrap_or_else(|| a.clone()));
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
        _ => {
            let empty =
                matches!(a, Value::Record(r) if &*a.ty().to_string() == "Broker::Data" && r.get(0).is_none());
            let why = if empty { " (nil $data field)" } else { "" };
            Err(RuntimeError::new(format!(
                "invalid cast of value with type '{}' to type '{ty}'{why}",
                a.ty()
            )))
        }
    }
}

/// Whether an index has exactly one part, of this type.
fn all_are(index: &[Type], ty: &Type) -> bool {
    matches!(index, [one] if one.same(ty))
}
