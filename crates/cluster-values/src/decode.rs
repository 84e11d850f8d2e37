//! Converts received data to script values of declared types.
use crate::Peers;
use crate::broker_data::any;
use cluster_wire::Data;
use std::rc::Rc;
use thiserror::Error;
use value::{
    EnumType, Pattern, Record, RecordType, Table, TableAttrs, TableMeta, TableType, Type, Value, Vector,
    VectorType,
};

/// The error for data that does not fit the declared type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, got {found}")]
pub struct Mismatch {
    /// The declared type.
    pub expected: String,
    /// A description of the data.
    pub found: String,
}

/// Converts received data to a value of a type.
///
/// # Errors
/// If the data does not fit the type. Extra fields of a record are ignored, missing ones are errors.
pub fn decode(data: &Data<'_>, ty: &Type, peers: &dyn Peers) -> Result<Value, Mismatch> {
    Reader { peers }.value(data, ty, None)
}

/// Received data as the index of a table: one value, or a list of several.
///
/// # Errors
/// If the data does not fit the index.
pub fn decode_index(data: &Data<'_>, t: &TableType, peers: &dyn Peers) -> Result<Vec<Value>, Mismatch> {
    let whole = Type::List(Rc::new(t.index.clone()));
    Reader { peers }.index(data, t, &whole)
}

struct Reader<'p> {
    peers: &'p dyn Peers,
}

fn mismatch<T>(data: &Data<'_>, ty: &Type) -> Result<T, Mismatch> {
    fail(ty, data.type_name())
}

fn fail<T>(ty: &Type, found: &str) -> Result<T, Mismatch> {
    Err(Mismatch { expected: ty.to_string(), found: found.to_owned() })
}

impl Reader<'_> {
    /// Converts data to a value of `ty`. For a table in a record field, `attrs` are the attributes of the field.
    fn value(&self, data: &Data<'_>, ty: &Type, attrs: Option<&Rc<TableAttrs>>) -> Result<Value, Mismatch> {
        Ok(match (data, ty) {
            (data, Type::Any) => any(data.clone().into_owned()),
            (Data::Bool(b), Type::Bool) => Value::Bool(*b),
            (Data::Int(n), Type::Int) => Value::Int(*n),
            (Data::Count(n), Type::Count) => Value::Count(*n),
            (Data::Real(n), Type::Double) => Value::Double(*n),
            (Data::Time(t), Type::Time) => Value::Time(t.as_secs_f64()),
            (Data::Interval(t), Type::Interval) => Value::Interval(t.as_secs_f64()),
            (Data::String(s), Type::String) => Value::string(s),
            (Data::Addr(a), Type::Addr) => Value::addr(*a),
            (Data::Subnet(n), Type::Subnet) => Value::subnet(*n),
            (Data::Port(p), Type::Port) => Value::Port(*p),
            (Data::Enum(name), Type::Enum(e)) => self.enumerator(name, e, ty)?,
            (Data::List(parts), Type::Pattern) => self.pattern(parts, ty)?,
            (Data::List(parts), Type::Func(_)) => self.function(parts, ty)?,
            (data, Type::Record(r)) if r.name().as_deref() == Some("Broker::Data") => {
                crate::broker_data::wrap(data.clone().into_owned(), r)
            }
            (Data::List(fields), Type::Record(r)) => Value::Record(self.record(fields, r, ty)?),
            (Data::List(items), Type::Vector(v)) => Value::Vector(self.vector(items, v)?),
            (Data::Set(_) | Data::Table(_), Type::Table(t)) => {
                Value::Table(self.table(data, t, attrs.cloned(), ty)?)
            }
            (data, Type::Opaque(kind)) if ***kind == *"Broker::Data" => {
                crate::broker_data::opaque(data.clone().into_owned())
            }
            (Data::List(parts), Type::Opaque(_)) => self.opaque(parts, ty)?,
            (Data::List(parts), Type::List(types)) => Value::List(Rc::new(self.parts(parts, types, ty)?)),
            _ => return mismatch(data, ty),
        })
    }

    fn enumerator(&self, name: &[u8], e: &Rc<EnumType>, ty: &Type) -> Result<Value, Mismatch> {
        let name = String::from_utf8_lossy(name);
        match e.number(&name) {
            Some(n) => Ok(Value::enumerator(n, e)),
            None => fail(ty, &format!("the unknown name {name}")),
        }
    }

    fn pattern(&self, parts: &[Data<'_>], ty: &Type) -> Result<Value, Mismatch> {
        let [Data::String(exact), Data::String(_)] = parts else {
            return fail(ty, "a vector other than two texts");
        };
        match Pattern::from_text(exact) {
            Ok(p) => Ok(Value::Pattern(Rc::new(p))),
            Err(_) => fail(ty, "a text that is not a pattern"),
        }
    }

    fn function(&self, parts: &[Data<'_>], ty: &Type) -> Result<Value, Mismatch> {
        let [Data::String(name)] = parts else { return fail(ty, "a vector other than a function's name") };
        let name = String::from_utf8_lossy(name);
        match self.peers.function(&name) {
            Some(f) if f.ty().same(ty) => Ok(f),
            Some(f) => fail(ty, &f.ty().to_string()),
            None => fail(ty, &format!("the unknown function {name}")),
        }
    }

    fn opaque(&self, parts: &[Data<'_>], ty: &Type) -> Result<Value, Mismatch> {
        let [Data::String(kind), state] = parts else {
            return fail(ty, "a vector other than kind and state");
        };
        let kind = String::from_utf8_lossy(kind);
        match ty {
            Type::Opaque(wanted) if ***wanted == *kind => {}
            _ => return fail(ty, &format!("opaque of {kind}")),
        }
        match self.peers.opaque(&kind, state) {
            Some(o) => Ok(Value::Opaque(o)),
            None => fail(ty, "a state that it cannot have"),
        }
    }

    fn record(&self, fields: &[Data<'_>], r: &Rc<RecordType>, ty: &Type) -> Result<Record, Mismatch> {
        if fields.len() < r.len() {
            return fail(ty, &format!("{} fields", fields.len()));
        }
        let to = Record::unset(Rc::clone(r));
        for (at, (data, field)) in fields.iter().zip(r.fields()).enumerate() {
            if !matches!(data, Data::None) {
                to.set(at as u32, self.value(data, &field.ty, field.attrs.table.as_ref())?);
            }
        }
        Ok(to)
    }

    fn vector(&self, items: &[Data<'_>], ty: &Rc<VectorType>) -> Result<Vector, Mismatch> {
        let items = items.iter().map(|d| self.value(d, &ty.elem, None)).collect::<Result<_, _>>()?;
        Ok(Vector::from_values(Rc::clone(ty), items))
    }

    fn parts(&self, parts: &[Data<'_>], types: &[Type], ty: &Type) -> Result<Vec<Value>, Mismatch> {
        if parts.len() != types.len() {
            return fail(ty, &format!("an index of {} parts", parts.len()));
        }
        parts.iter().zip(types).map(|(d, t)| self.value(d, t, None)).collect()
    }

    fn index(&self, data: &Data<'_>, t: &TableType, ty: &Type) -> Result<Vec<Value>, Mismatch> {
        match (&t.index[..], data) {
            ([one], data) => Ok(vec![self.value(data, one, None)?]),
            (types, Data::List(parts)) => self.parts(parts, types, ty),
            (_, other) => mismatch(other, ty),
        }
    }

    fn table(
        &self,
        data: &Data<'_>,
        t: &Rc<TableType>,
        attrs: Option<Rc<TableAttrs>>,
        ty: &Type,
    ) -> Result<Table, Mismatch> {
        let table = Table::new(Rc::new(TableMeta::new(Rc::clone(t), attrs)));
        let put = |index: &[Value], v: Option<Value>| match table.key(index) {
            Ok(key) => {
                table.insert_raw(key.bytes(), v);
                Ok(())
            }
            Err(_) => fail(ty, "an invalid index"),
        };
        match (data, &t.yields) {
            (Data::Set(keys), None) => {
                for key in keys {
                    put(&self.index(key, t, ty)?, None)?;
                }
            }
            (Data::Table(pairs), Some(yields)) => {
                for (key, v) in pairs {
                    let index = self.index(key, t, ty)?;
                    put(&index, Some(self.value(v, yields, None)?))?;
                }
            }
            (other, _) => return mismatch(other, ty),
        }
        Ok(table)
    }
}
