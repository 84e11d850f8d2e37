//! Converts arguments of events to values of the types that scripts declare.
use crate::repeated::{self, Repeated};
use crate::walk;
use event::{Arg, Shape};
use std::collections::HashMap;
use std::rc::Rc;
use value::{Context, Field, Record, RecordType, Result, Table, Type, Value, Vector};

/// For each field of a shape, its place in the script's record type and its declaration there; `None` if the type has
/// no such field.
type Places = Rc<[Option<(u32, Rc<Field>)>]>;

/// Converts arguments to values. The places of a record's fields are looked up once for each pair of a shape and a
/// type.
#[derive(Default)]
pub struct Converter {
    places: HashMap<(usize, usize), Places, foldhash::fast::RandomState>,
    repeated: Repeated,
    /// The number of the last packet whose headers an event showed, and their record.
    packet: Option<(u64, Value)>,
}

/// Provides the values of arguments that name a connection or a file.
pub trait Named {
    /// The record of a connection.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    fn connection(&mut self, id: event::ConnId, cx: &mut dyn Context) -> Result<Option<Value>>;
    /// The record of a file.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    fn file(&mut self, id: event::FileId, cx: &mut dyn Context) -> Result<Option<Value>>;
}

impl Converter {
    /// Converts an argument; `None` if it is unset or does not fit the declared type.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    pub fn value(
        &mut self,
        arg: Arg<'_>,
        ty: &Type,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Option<Value>> {
        Ok(Some(match arg {
            Arg::Unset => return Ok(None),
            Arg::Bool(b) => Value::Bool(b),
            Arg::Int(n) => Value::Int(n),
            Arg::Count(n) => match ty {
                Type::Int => Value::Int(n.cast_signed()),
                Type::Double => Value::Double(n as f64),
                _ => Value::Count(n),
            },
            // Intervals and times beyond the range of nanoseconds are passed as doubles.
            Arg::Double(d) => match ty {
                Type::Interval => Value::Interval(d),
                Type::Time => Value::Time(d),
                _ => Value::Double(d),
            },
            Arg::Time(t) => Value::Time(t.as_secs_f64()),
            Arg::Interval(i) => Value::Interval(i.as_secs_f64()),
            Arg::Str(s) => Value::string(s),
            Arg::Certificate(der) => crate::certificate::certificate(der),
            Arg::Addr(a) => Value::addr(a),
            Arg::Subnet(n) => Value::subnet(n),
            Arg::Port(p) => Value::Port(p),
            Arg::Enum(name) => match ty.as_enum() {
                Some(e) => match e.number(name.0) {
                    Some(n) => Value::enumerator(n, e),
                    None => return Ok(None),
                },
                None => return Ok(None),
            },
            Arg::Packet(r, number) => match &self.packet {
                Some((known, v)) if *known == number && v.ty().same(ty) => v.clone(),
                _ => {
                    let made = self.value(Arg::Record(r), ty, named, cx)?;
                    self.packet = made.clone().map(|v| (number, v));
                    return Ok(made);
                }
            },
            Arg::Label(_) | Arg::Fields(_) => return self.strict(arg, ty, named, cx),
            Arg::Conn(id) => return named.connection(id, cx),
            Arg::File(id) => return named.file(id, cx),
            Arg::Record(r) => match ty.as_record() {
                Some(rt) => Value::Record(self.record(r, rt, named, cx)?),
                None => return Ok(None),
            },
            Arg::List(l) => return self.list(l, ty, named, cx),
            Arg::Table(pairs) => return self.table(pairs, ty, named, cx),
        }))
    }

    /// Like [`Converter::value`], but of a record only the fields in `wanted` must be converted, one bit each; bit 63
    /// stands for the 64th and all further ones.
    ///
    /// # Errors
    /// A field's default cannot be computed.
    #[inline]
    pub fn fields(
        &mut self,
        arg: Arg<'_>,
        ty: &Type,
        wanted: u64,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Option<Value>> {
        let (Arg::Record(r), Some(ty)) = (arg, ty.as_record()) else { return self.value(arg, ty, named, cx) };
        if let Some(known) = self.repeated.find(r, ty) {
            return Ok(Some(Value::Record(known)));
        }
        // Events share these.
        let wanted = if repeated::is_repeated(r) { u64::MAX } else { wanted };
        Ok(Some(Value::Record(self.make_record(r, ty, wanted, named, cx)?)))
    }

    fn record(
        &mut self,
        r: &dyn event::Record,
        ty: &Rc<RecordType>,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Record> {
        match self.repeated.find(r, ty) {
            Some(known) => Ok(known),
            None => self.make_record(r, ty, u64::MAX, named, cx),
        }
    }

    fn make_record(
        &mut self,
        r: &dyn event::Record,
        ty: &Rc<RecordType>,
        wanted: u64,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Record> {
        let record = cx.record(ty)?;
        let places = self.places_of(r.shape(), ty);
        let mut failed = None;
        r.each(&mut |at, arg| {
            let Some(Some((place, field))) = places.get(at) else { return };
            if wanted >> (*place).min(63) & 1 == 0 {
                return;
            }
            // Most fields are flags and numbers, which need no further check.
            match (arg, &field.ty) {
                (Arg::Unset, _) => return,
                (Arg::Bool(b), _) => return record.set(*place, Value::Bool(b)),
                (Arg::Count(n), Type::Count) => return record.set(*place, Value::Count(n)),
                _ => {}
            }
            match self.value(arg, &field.ty, named, cx) {
                Ok(Some(v)) => record.set(*place, v),
                Ok(None) => {}
                Err(e) => failed = Some(e),
            }
        });
        if let Some(e) = failed {
            return Err(e);
        }
        self.repeated.note(r, ty, &record, cx);
        Ok(record)
    }

    fn places_of(&mut self, shape: &'static Shape, ty: &Rc<RecordType>) -> Places {
        // Shapes are statics and types live as long as the run, so their addresses identify them.
        let key = (std::ptr::from_ref(shape).addr(), Rc::as_ptr(ty).addr());
        let place = |name: &&str| ty.position(name).and_then(|at| Some((at, ty.field(at)?)));
        let places = self.places.entry(key).or_insert_with(|| shape.fields.iter().map(place).collect());
        Rc::clone(places)
    }

    fn list(
        &mut self,
        l: &dyn event::List,
        ty: &Type,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Option<Value>> {
        let elem = match ty {
            Type::Vector(v) => v.elem.clone(),
            Type::Table(t) => t.index.first().cloned().unwrap_or(Type::Void),
            _ => return Ok(None),
        };
        let mut item = |arg: Arg<'_>| self.value(arg, &elem, named, cx);
        Ok(match ty {
            Type::Vector(v) => Some(Value::Vector(Vector::from_values(v.clone(), walk::items(l, item)?))),
            Type::Table(t) => {
                let set = Table::of(t.clone());
                walk::fill_set(&set, l, |arg| Ok(item(arg)?.map(|v| vec![v])))?;
                Some(Value::Table(set))
            }
            _ => None,
        })
    }

    fn table(
        &mut self,
        pairs: &dyn event::Pairs,
        ty: &Type,
        named: &mut dyn Named,
        cx: &mut dyn Context,
    ) -> Result<Option<Value>> {
        let Some(t) = ty.as_table() else { return Ok(None) };
        let (Some(index), Some(yields)) = (t.index.first(), &t.yields) else { return Ok(None) };
        let table = Table::of(t.clone());
        walk::fill_table(&table, pairs, |k, v| {
            let (k, v) = (self.value(k, index, named, cx)?, self.value(v, yields, named, cx)?);
            Ok(k.zip(v).map(|(k, v)| (vec![k], v)))
        })?;
        Ok(Some(Value::Table(table)))
    }
}

/// Provides neither connections nor files.
struct NothingNamed;

impl Named for NothingNamed {
    fn connection(&mut self, _: event::ConnId, _: &mut dyn Context) -> Result<Option<Value>> {
        Ok(None)
    }
    fn file(&mut self, _: event::FileId, _: &mut dyn Context) -> Result<Option<Value>> {
        Ok(None)
    }
}

/// Converts an argument that refers to no connection or file, like [`Converter::value`].
pub fn plain_value(arg: Arg<'_>, ty: &Type, cx: &mut dyn Context) -> Result<Option<Value>> {
    Converter::default().value(arg, ty, &mut NothingNamed, cx)
}
