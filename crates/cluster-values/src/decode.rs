//! Reads script values of declared types from the bytes of a message.
use crate::Peers;
use crate::broker_data::any;
use cluster_wire::broker_bin::{self, Decoder, Item};
use cluster_wire::{Data, Error, Limits};
use std::rc::Rc;
use thiserror::Error as Explained;
use value::{
    EnumType, Pattern, Record, RecordType, Table, TableAttrs, TableMeta, TableType, Type, Value, Vector,
    VectorType,
};

/// The error for data that does not fit the declared type.
#[derive(Clone, Debug, PartialEq, Eq, Explained)]
#[error("expected {expected}, got {found}")]
pub struct Mismatch {
    /// The declared type.
    pub expected: String,
    /// A description of the data.
    pub found: String,
}

/// Why no value could be read.
#[derive(Clone, Debug, PartialEq, Eq, Explained)]
pub enum Unreadable {
    /// The bytes are no value of any type.
    #[error(transparent)]
    Malformed(#[from] Error),
    /// They are a value of another type.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// Reads the next value of a message, which has this depth, as a value of a type. The reader may be anywhere after an
/// error.
///
/// # Errors
/// If the bytes are malformed, or do not fit the type. Extra fields of a record are ignored, missing ones are errors.
pub fn read(
    from: &mut Decoder<'_, '_>,
    ty: &Type,
    depth: u16,
    peers: &dyn Peers,
) -> Result<Value, Unreadable> {
    Reader { from, peers }.value(ty, None, depth)
}

/// Converts data that is not in the bytes of a message to a value of a type.
///
/// # Errors
/// If the data does not fit the type.
pub fn decode(data: &Data<'_>, ty: &Type, peers: &dyn Peers) -> Result<Value, Mismatch> {
    from_data(data, ty, |mut reader| reader.value(ty, None, 0), peers)
}

/// Data as the index of a table: one value, or a list of several.
///
/// # Errors
/// If the data does not fit the index.
pub fn decode_index(data: &Data<'_>, t: &TableType, peers: &dyn Peers) -> Result<Vec<Value>, Mismatch> {
    let whole = Type::List(Rc::new(t.index.clone()));
    from_data(data, &whole, |mut reader| reader.index(t, &whole, 0), peers)
}

/// Reads data by way of its bytes, so that one reader knows all types.
fn from_data<T>(
    data: &Data<'_>,
    ty: &Type,
    read: impl FnOnce(Reader<'_, '_, '_, '_>) -> Result<T, Unreadable>,
    peers: &dyn Peers,
) -> Result<T, Mismatch> {
    let mut bytes = Vec::new();
    broker_bin::encode(data, &mut bytes);
    read(Reader { from: &mut Decoder::new(&bytes, &Limits::DEFAULT), peers }).map_err(|e| match e {
        Unreadable::Mismatch(e) => e,
        Unreadable::Malformed(e) => Mismatch { expected: ty.to_string(), found: e.problem.to_string() },
    })
}

struct Reader<'r, 'a, 'l, 'p> {
    from: &'r mut Decoder<'a, 'l>,
    peers: &'p dyn Peers,
}

fn mismatch<T>(item: &Item<'_>, ty: &Type) -> Result<T, Unreadable> {
    fail(ty, item.type_name())
}

fn fail<T>(ty: &Type, found: &str) -> Result<T, Unreadable> {
    Err(Mismatch { expected: ty.to_string(), found: found.to_owned() }.into())
}

/// Whether the type takes data as it is, to be converted once a script asks for a type.
fn takes_any(ty: &Type) -> bool {
    match ty {
        Type::Any => true,
        Type::Record(r) => r.name().as_deref() == Some("Broker::Data"),
        Type::Opaque(kind) => ***kind == *"Broker::Data",
        _ => false,
    }
}

impl<'a> Reader<'_, 'a, '_, '_> {
    /// Reads a value of `ty`. For a table in a record field, `attrs` are the attributes of the field.
    fn value(&mut self, ty: &Type, attrs: Option<&Rc<TableAttrs>>, depth: u16) -> Result<Value, Unreadable> {
        if takes_any(ty) {
            return self.untyped(ty, depth);
        }
        let start = self.from.clone();
        let item = self.from.item(depth)?;
        self.typed(item, ty, attrs, depth, start)
    }

    /// Keeps a value as data.
    fn untyped(&mut self, ty: &Type, depth: u16) -> Result<Value, Unreadable> {
        let data = self.from.value(depth)?.into_owned();
        Ok(match ty {
            Type::Record(r) => crate::broker_data::wrap(data, r),
            Type::Opaque(_) => crate::broker_data::opaque(data),
            _ => any(data),
        })
    }

    /// Converts an item of which the head has been read; it begins at `start`.
    fn typed(
        &mut self,
        item: Item<'a>,
        ty: &Type,
        attrs: Option<&Rc<TableAttrs>>,
        depth: u16,
        start: Decoder<'a, '_>,
    ) -> Result<Value, Unreadable> {
        let inner = depth + 1;
        Ok(match (item, ty) {
            (Item::Plain(data), ty) => return self.plain(data, ty),
            (Item::List(n), Type::Pattern) => self.pattern(n, ty, inner)?,
            (Item::List(n), Type::Func(_)) => self.function(n, ty, inner)?,
            (Item::List(n), Type::Record(r)) => Value::Record(self.record(n, r, ty, inner)?),
            (Item::List(n), Type::Vector(v)) => Value::Vector(self.vector(n, v, inner)?),
            (item @ (Item::Set(_) | Item::Table(_)), Type::Table(t)) => {
                Value::Table(self.table(&item, t, attrs.cloned(), ty, depth, start)?)
            }
            (Item::List(n), Type::Opaque(_)) => self.opaque(n, ty, inner)?,
            (Item::List(n), Type::List(types)) => Value::List(Rc::new(self.parts(n, types, ty, inner)?)),
            (item, ty) => return mismatch(&item, ty),
        })
    }

    fn plain(&self, data: Data<'_>, ty: &Type) -> Result<Value, Unreadable> {
        Ok(match (data, ty) {
            (Data::Bool(b), Type::Bool) => Value::Bool(b),
            (Data::Int(n), Type::Int) => Value::Int(n),
            (Data::Count(n), Type::Count) => Value::Count(n),
            (Data::Real(n), Type::Double) => Value::Double(n),
            (Data::Time(t), Type::Time) => Value::Time(t.as_secs_f64()),
            (Data::Interval(t), Type::Interval) => Value::Interval(t.as_secs_f64()),
            (Data::String(s), Type::String) => Value::string(&s),
            (Data::Addr(a), Type::Addr) => Value::addr(a),
            (Data::Subnet(n), Type::Subnet) => Value::subnet(n),
            (Data::Port(p), Type::Port) => Value::Port(p),
            (Data::Enum(name), Type::Enum(e)) => enumerator(&name, e, ty)?,
            (data, ty) => return mismatch(&Item::Plain(data), ty),
        })
    }

    /// Reads a text; `None` if the value is something else.
    fn text(&mut self, depth: u16) -> Result<Option<std::borrow::Cow<'a, [u8]>>, Unreadable> {
        Ok(match self.from.item(depth)? {
            Item::Plain(Data::String(s)) => Some(s),
            _ => None,
        })
    }

    fn pattern(&mut self, n: u32, ty: &Type, depth: u16) -> Result<Value, Unreadable> {
        let texts = if n == 2 { (self.text(depth)?, self.text(depth)?) } else { (None, None) };
        let (Some(exact), Some(_)) = texts else { return fail(ty, "a vector other than two texts") };
        match Pattern::from_text(&exact) {
            Ok(p) => Ok(Value::Pattern(Rc::new(p))),
            Err(_) => fail(ty, "a text that is not a pattern"),
        }
    }

    fn function(&mut self, n: u32, ty: &Type, depth: u16) -> Result<Value, Unreadable> {
        let name = if n == 1 { self.text(depth)? } else { None };
        let Some(name) = name else { return fail(ty, "a vector other than a function's name") };
        let name = String::from_utf8_lossy(&name);
        match self.peers.function(&name) {
            Some(f) if f.ty().same(ty) => Ok(f),
            Some(f) => fail(ty, &f.ty().to_string()),
            None => fail(ty, &format!("the unknown function {name}")),
        }
    }

    fn opaque(&mut self, n: u32, ty: &Type, depth: u16) -> Result<Value, Unreadable> {
        let kind = if n == 2 { self.text(depth)? } else { None };
        let Some(kind) = kind else { return fail(ty, "a vector other than kind and state") };
        let state = self.from.value(depth)?;
        let kind = String::from_utf8_lossy(&kind);
        match ty {
            Type::Opaque(wanted) if ***wanted == *kind => {}
            _ => return fail(ty, &format!("opaque of {kind}")),
        }
        match self.peers.opaque(&kind, &state) {
            Some(o) => Ok(Value::Opaque(o)),
            None => fail(ty, "a state that it cannot have"),
        }
    }

    fn record(&mut self, n: u32, r: &Rc<RecordType>, ty: &Type, depth: u16) -> Result<Record, Unreadable> {
        if (n as usize) < r.len() {
            return fail(ty, &format!("{n} fields"));
        }
        let to = Record::unset(Rc::clone(r));
        for (at, field) in (0..).zip(r.fields()) {
            // Most fields of large records are unset.
            if self.from.none() {
                continue;
            }
            let (ty, attrs) = (&field.ty, field.attrs.table.as_ref());
            to.set(at, self.value(ty, attrs, depth)?);
        }
        for _ in r.len()..n as usize {
            self.from.value(depth)?;
        }
        Ok(to)
    }

    fn vector(&mut self, n: u32, ty: &Rc<VectorType>, depth: u16) -> Result<Vector, Unreadable> {
        let items = (0..n).map(|_| self.value(&ty.elem, None, depth)).collect::<Result<_, _>>()?;
        Ok(Vector::from_values(Rc::clone(ty), items))
    }

    fn parts(&mut self, n: u32, types: &[Type], ty: &Type, depth: u16) -> Result<Vec<Value>, Unreadable> {
        if n as usize != types.len() {
            return fail(ty, &format!("an index of {n} parts"));
        }
        types.iter().map(|t| self.value(t, None, depth)).collect()
    }

    fn index(&mut self, t: &TableType, ty: &Type, depth: u16) -> Result<Vec<Value>, Unreadable> {
        if let [one] = &t.index[..] {
            return Ok(vec![self.value(one, None, depth)?]);
        }
        match self.from.item(depth)? {
            Item::List(n) => self.parts(n, &t.index, ty, depth + 1),
            other => mismatch(&other, ty),
        }
    }

    fn table(
        &mut self,
        item: &Item<'_>,
        t: &Rc<TableType>,
        attrs: Option<Rc<TableAttrs>>,
        ty: &Type,
        depth: u16,
        mut start: Decoder<'a, '_>,
    ) -> Result<Table, Unreadable> {
        let table = Table::new(Rc::new(TableMeta::new(Rc::clone(t), attrs)));
        let n = match (item, &t.yields) {
            (Item::Set(n), None) | (Item::Table(n), Some(_)) => *n,
            (other, _) => return mismatch(other, ty),
        };
        for _ in 0..n {
            let index = self.index(t, ty, depth + 1)?;
            let Ok(key) = table.key(&index) else { return fail(ty, "an invalid index") };
            let v = t.yields.as_ref().map(|yields| self.value(yields, None, depth + 1)).transpose()?;
            table.insert_raw(key.bytes(), v);
        }
        // Equal elements make equal keys. Fewer keys than elements may also come from times that differ by less than a
        // script's time can tell, so the data decides.
        if table.len() < n as usize {
            start.value(depth)?;
        }
        Ok(table)
    }
}

fn enumerator(name: &[u8], e: &Rc<EnumType>, ty: &Type) -> Result<Value, Unreadable> {
    let name = String::from_utf8_lossy(name);
    match e.number(&name) {
        Some(n) => Ok(Value::enumerator(n, e)),
        None => fail(ty, &format!("the unknown name {name}")),
    }
}
