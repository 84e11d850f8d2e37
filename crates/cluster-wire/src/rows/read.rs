//! Reads a batch.
use super::{Field, FieldType, Head, Value};
use crate::reader::Reader;
use crate::{Error, Limits, Problem};
use net_types::{Addr, Port};

/// A batch whose head was read. Its rows are read next.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// The head, which all rows share.
    pub head: Head<'a>,
    rows: u32,
    reader: Reader<'a>,
    limits: Limits,
}

impl<'a> Batch<'a> {
    /// Reads the head.
    ///
    /// # Errors
    /// If the bytes do not begin with a head, or announce more fields or rows than they can contain.
    pub fn read(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        let mut r = Reader::new(bytes);
        let [stream, writer, filter, path] = [text(&mut r)?, text(&mut r)?, text(&mut r)?, text(&mut r)?];
        let at = r.at();
        let count = r.u32()?;
        if count > limits.values {
            return Reader::error(at, Problem::Many(limits.values));
        }
        // Two flags, a length and two types.
        enough(&r, count.into(), 14)?;
        let fields = (0..count).map(|_| field(&mut r)).collect::<Result<Vec<_>, _>>()?;
        let at = r.at();
        let rows = r.u32()?;
        if u64::from(rows) * fields.len().max(1) as u64 > limits.values.into() {
            return Reader::error(at, Problem::Many(limits.values));
        }
        enough(&r, rows.into(), VALUE_HEAD * fields.len() as u64)?;
        let head = Head { stream, writer, filter, path, fields };
        Ok(Batch { head, rows, reader: r, limits: *limits })
    }

    /// Returns the number of rows that follow the head.
    pub fn len(&self) -> usize {
        self.rows as usize
    }

    /// Whether no rows follow.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Iterates over the rows.
    pub fn rows(&self) -> Rows<'a, '_> {
        Rows { batch: self, reader: self.reader.clone(), left: self.rows }
    }
}

/// The rows of a batch in order.
#[derive(Debug)]
pub struct Rows<'a, 'b> {
    batch: &'b Batch<'a>,
    reader: Reader<'a>,
    left: u32,
}

impl<'a> Rows<'a, '_> {
    /// Replaces the content of `row` with the next row. Returns `false` after the last one.
    ///
    /// # Errors
    /// If a value is malformed or has another type than its field, or if bytes follow the last row. An error ends the
    /// iteration.
    pub fn next_row(&mut self, row: &mut Vec<Value<'a>>) -> Result<bool, Error> {
        row.clear();
        if self.left == 0 {
            self.reader.end()?;
            return Ok(false);
        }
        self.left -= 1;
        for field in &self.batch.head.fields {
            row.push(value(&mut self.reader, field, &self.batch.limits).inspect_err(|_| self.left = 0)?);
        }
        Ok(true)
    }
}

/// The number of bytes before a value's content: type, subtype, presence.
const VALUE_HEAD: u64 = 9;

fn enough(r: &Reader<'_>, n: u64, least: u64) -> Result<(), Error> {
    let wanted = n.saturating_mul(least);
    if wanted > r.left() as u64 {
        return Reader::error(r.at(), Problem::Short { wanted, left: r.left() });
    }
    Ok(())
}

fn text<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Error> {
    let n = r.u32()?;
    r.take(n.into())
}

fn field_type(r: &mut Reader<'_>) -> Result<FieldType, Error> {
    let at = r.at();
    let number = r.u32()?;
    FieldType::numbered(number).map_or_else(|| Reader::error(at, Problem::FieldType(number)), Ok)
}

fn field<'a>(r: &mut Reader<'a>) -> Result<Field<'a>, Error> {
    let second_name = if r.bool()? { Some(text(r)?) } else { None };
    Ok(Field {
        second_name,
        name: text(r)?,
        kind: field_type(r)?,
        subtype: field_type(r)?,
        optional: r.bool()?,
    })
}

/// Reads a value of a row. Its type must be that of the field.
fn value<'a>(r: &mut Reader<'a>, field: &Field<'_>, limits: &Limits) -> Result<Value<'a>, Error> {
    let at = r.at();
    let (kind, _) = (field_type(r)?, field_type(r)?);
    if kind != field.kind {
        return Reader::error(at, Problem::Type { expected: field.kind.name(), found: kind.name() });
    }
    if !r.bool()? {
        return Ok(Value::Unset);
    }
    match kind {
        FieldType::Set | FieldType::Vector => elements(r, field.subtype, limits),
        _ => single(r, kind, at),
    }
}

fn elements<'a>(r: &mut Reader<'a>, subtype: FieldType, limits: &Limits) -> Result<Value<'a>, Error> {
    let at = r.at();
    let n = r.i64()?;
    let Ok(count) = u64::try_from(n) else { return Reader::error(at, Problem::NegativeSize(n)) };
    if count > limits.values.into() {
        return Reader::error(at, Problem::Many(limits.values));
    }
    enough(r, count, VALUE_HEAD)?;
    let mut all = Vec::with_capacity(count.min(64) as usize);
    for _ in 0..count {
        let at = r.at();
        let (kind, _) = (field_type(r)?, field_type(r)?);
        if kind != subtype {
            return Reader::error(at, Problem::Type { expected: subtype.name(), found: kind.name() });
        }
        all.push(if r.bool()? { single(r, kind, at)? } else { Value::Unset });
    }
    Ok(Value::Elements(all))
}

/// Reads the content of a value without elements. The value began at `at`.
fn single<'a>(r: &mut Reader<'a>, kind: FieldType, at: usize) -> Result<Value<'a>, Error> {
    Ok(match kind {
        FieldType::Bool => Value::Bool(r.i64()? != 0),
        FieldType::Int => Value::Int(r.i64()?),
        FieldType::Count => Value::Count(r.u64()?),
        FieldType::Double | FieldType::Time | FieldType::Interval => Value::Real(r.f64()?),
        FieldType::String | FieldType::Enum | FieldType::Func | FieldType::File => Value::Text(text(r)?),
        FieldType::Port => {
            let number = r.u64()?;
            let Ok(num) = u16::try_from(number) else { return Reader::error(at, Problem::Port(number)) };
            Value::Port(Port { num, proto: Reader::transport(at, r.u32()?)? })
        }
        FieldType::Addr => Value::Addr(addr(r)?),
        FieldType::Subnet => {
            let width = r.u8()?;
            Value::Subnet(Reader::subnet(at, addr(r)?, width)?)
        }
        FieldType::Void | FieldType::Set | FieldType::Vector => {
            let problem = Problem::Type { expected: "a value without elements", found: kind.name() };
            return Reader::error(at, problem);
        }
    })
}

fn addr(r: &mut Reader<'_>) -> Result<Addr, Error> {
    let at = r.at();
    match r.u8()? {
        4 => r.array().map(Addr::v4),
        6 => r.array().map(Addr::v6),
        other => Reader::error(at, Problem::Family(other)),
    }
}
