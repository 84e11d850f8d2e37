//! Arguments of events that grammars raise. They must fit the script's parameters exactly.
use crate::convert::{Converter, Named};
use crate::walk;
use event::Arg;
use std::rc::Rc;
use value::{Context, ErrorKind, Record, RecordType, Result, RuntimeError, Table, Type, Value, Vector};

fn mismatch(what: impl Into<String>) -> RuntimeError {
    RuntimeError::of(ErrorKind::Runtime, what)
}

impl Converter {
    /// Converts an argument to the declared type; `None` if it is unset.
    ///
    /// # Errors
    /// The argument, or a part of it, does not fit the type.
    pub fn strict(
        &mut self,
        arg: Arg<'_>,
        ty: &Type,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Option<Value>> {
        Ok(Some(match (arg, ty) {
            (Arg::Unset, _) => return Ok(None),
            (Arg::Count(n), Type::Int) => match i64::try_from(n) {
                Ok(n) => Value::Int(n),
                Err(_) => return Err(mismatch(format!("{n} does not fit into an int"))),
            },
            (Arg::Int(n), Type::Count) => match u64::try_from(n) {
                Ok(n) => Value::Count(n),
                Err(_) => return Err(mismatch(format!("{n} is negative, the script wants a count"))),
            },
            (Arg::Label(l), Type::Enum(e)) => {
                if l.ty == "spicy::Protocol" && **e.name() == *"transport_proto" {
                    let proto = ["tcp", "udp", "icmp"].get(usize::try_from(l.number).unwrap_or(usize::MAX));
                    let number = e.number(proto.unwrap_or(&"unknown_transport"));
                    return Ok(number.map(|n| Value::enumerator(n, e)));
                }
                // Handlers may declare another enum than the grammar's: the number counts.
                Value::enumerator(l.number, e)
            }
            (Arg::Fields(f), Type::Record(rt)) => Value::Record(self.strict_record(f, rt, named, cx)?),
            (Arg::List(l), Type::Vector(v)) => {
                let items = walk::items(l, |a| {
                    let v = self.strict(a, &v.elem, named, cx)?;
                    v.map(Some).ok_or_else(|| mismatch("an element is not set"))
                })?;
                Value::Vector(Vector::from_values(v.clone(), items))
            }
            (Arg::List(l), Type::Table(t)) if t.yields.is_none() => {
                let set = Table::of(t.clone());
                walk::fill_set(&set, l, |a| self.index(a, &t.index, named, cx).map(Some))?;
                Value::Table(set)
            }
            (Arg::Table(pairs), Type::Table(t)) => {
                let Some(yields) = &t.yields else { return Err(mismatch("a table does not fit into a set")) };
                let table = Table::of(t.clone());
                walk::fill_table(&table, pairs, |k, v| {
                    let key = self.index(k, &t.index, named, cx)?;
                    let v = self.strict(v, yields, named, cx)?;
                    v.map(|v| Some((key, v))).ok_or_else(|| mismatch("a value is not set"))
                })?;
                Value::Table(table)
            }
            (Arg::Label(_) | Arg::Fields(_) | Arg::List(_) | Arg::Table(_), _) => {
                return Err(mismatch(format!("cannot convert a value of the grammar to {ty}")));
            }
            (arg, ty) => {
                let v = self.value(arg, ty, named, cx)?;
                let fits = v.as_ref().is_none_or(|v| matches!(ty, Type::Any) || v.ty().same(ty));
                if !fits {
                    let given = v.map(|v| v.ty().to_string()).unwrap_or_default();
                    return Err(mismatch(format!("cannot convert {given} to {ty}")));
                }
                return Ok(v);
            }
        }))
    }

    /// Converts a key of a set or table. A tuple becomes several indices.
    fn index(
        &mut self,
        arg: Arg<'_>,
        index: &[Type],
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Vec<Value>> {
        let missing = || mismatch("an index is not set");
        if let (Arg::Fields(f), true) = (arg, index.len() > 1) {
            if f.count() != index.len() {
                return Err(mismatch(format!("an index of {} places was given {}", index.len(), f.count())));
            }
            let (mut key, mut failed, mut types) = (Vec::new(), None, index.iter());
            f.each(&mut |_, a| {
                let Some(ty) = types.next() else { return };
                match self.strict(a, ty, named, cx) {
                    Ok(Some(v)) => key.push(v),
                    Ok(None) => failed = Some(missing()),
                    Err(e) => failed = Some(e),
                }
            });
            return failed.map_or(Ok(key), Err);
        }
        let ty = index.first().ok_or_else(missing)?;
        Ok(vec![self.strict(arg, ty, named, cx)?.ok_or_else(missing)?])
    }

    /// Converts a record: named fields must match the type's names in order; unnamed ones are matched by position.
    fn strict_record(
        &mut self,
        f: &dyn event::Fields,
        ty: &Rc<RecordType>,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Record> {
        if f.count() > ty.len() {
            return Err(mismatch(format!(
                "more fields given than the {} that the record type defines",
                ty.len()
            )));
        }
        let record = cx.record(ty)?;
        let (mut failed, mut at) = (None, 0u32);
        f.each(&mut |name, arg| {
            let place = at;
            at += 1;
            let Some(field) = ty.field(place) else { return };
            if let Some(name) = name
                && *field.name != *name
            {
                failed.get_or_insert_with(|| {
                    mismatch(format!("mismatch in field name: expected '{name}', found '{}'", field.name))
                });
                return;
            }
            match self.strict(arg, &field.ty, named, cx) {
                Ok(Some(v)) => record.set(place, v),
                Ok(None) if field.attrs.optional || field.attrs.default.is_some() => {}
                Ok(None) => {
                    failed.get_or_insert_with(|| {
                        mismatch(format!("missing initialization for field '{}'", field.name))
                    });
                }
                Err(e) => {
                    failed.get_or_insert(e);
                }
            }
        });
        for place in f.count() as u32..ty.len() as u32 {
            let Some(field) = ty.field(place) else { continue };
            if !field.attrs.optional && field.attrs.default.is_none() {
                failed.get_or_insert_with(|| {
                    mismatch(format!("missing initialization for field '{}'", field.name))
                });
            }
        }
        failed.map_or(Ok(record), Err)
    }
}
