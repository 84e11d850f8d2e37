//! `zeek-bin-serializer`: batches of log rows of one stream, filter and path.
//!
//! A batch names its fields once; each value repeats its type, which is checked against its field's. A receiver walks
//! the rows one by one ([`Rows::next_row`]) and borrows their texts.
use crate::reader::Reader;
use crate::{Error, Limits, Problem};
use net_types::{Addr, Port, Subnet};

/// The name of this format in messages.
pub const NAME: &str = "zeek-bin-serializer";

macro_rules! field_types {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal;)*) => {
        /// Types of fields, and of the elements of sets and vectors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum FieldType {
            $($(#[$doc])* $name = $number,)*
        }

        impl FieldType {
            /// The type as scripts name it.
            pub fn name(self) -> &'static str {
                match self {
                    $(FieldType::$name => $text,)*
                }
            }

            /// The type with a number of the wire's.
            pub fn numbered(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(FieldType::$name),)*
                    _ => None,
                }
            }
        }
    };
}

field_types! {
    /// No type: the subtype of a field without elements.
    Void = 0, "void";
    /// True or false.
    Bool = 1, "bool";
    /// A signed number.
    Int = 2, "int";
    /// An unsigned number.
    Count = 3, "count";
    /// A floating-point number.
    Double = 4, "double";
    /// Seconds since the epoch.
    Time = 5, "time";
    /// Seconds.
    Interval = 6, "interval";
    /// Any bytes.
    String = 7, "string";
    /// An enumerator, by name.
    Enum = 9, "enum";
    /// A port with its transport.
    Port = 10, "port";
    /// An address.
    Addr = 11, "addr";
    /// A network.
    Subnet = 12, "subnet";
    /// A set of one index.
    Set = 14, "set";
    /// A function, by name.
    Func = 17, "func";
    /// A file, by name.
    File = 18, "file";
    /// Values in order.
    Vector = 19, "vector";
}

/// A field of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name in the log.
    pub name: &'a [u8],
    /// Its name elsewhere: a second one that input readers use.
    pub second_name: Option<&'a [u8]>,
    /// Its type.
    pub kind: FieldType,
    /// The type of its elements, if it has any.
    pub subtype: FieldType,
    /// Whether rows may leave it unset.
    pub optional: bool,
}

/// What a batch says once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// The stream, `Module::LOG`.
    pub stream: &'a [u8],
    /// The writer, `Log::WRITER_ASCII`.
    pub writer: &'a [u8],
    /// The filter's name.
    pub filter: &'a [u8],
    /// The path.
    pub path: &'a [u8],
    /// The fields of each row.
    pub fields: Vec<Field<'a>>,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// The field is unset.
    Unset,
    /// `bool`, any number but 0 is true.
    Bool(bool),
    /// `int`
    Int(i64),
    /// `count`
    Count(u64),
    /// `double`, or `time` and `interval` in seconds
    Real(f64),
    /// `string`, or the name of an enumerator, function or file
    Text(&'a [u8]),
    /// `port`
    Port(Port),
    /// `addr`
    Addr(Addr),
    /// `subnet`
    Subnet(Subnet),
    /// The elements of a set or a vector.
    Elements(Vec<Value<'a>>),
}

/// A batch whose head is read and whose rows wait.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    /// What holds for all rows.
    pub head: Head<'a>,
    rows: u32,
    reader: Reader<'a>,
    limits: Limits,
}

impl<'a> Batch<'a> {
    /// Reads the head.
    ///
    /// # Errors
    /// If the bytes begin otherwise, or claim more than they can hold.
    pub fn read(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        let mut r = Reader::new(bytes);
        let [stream, writer, filter, path] = [text(&mut r)?, text(&mut r)?, text(&mut r)?, text(&mut r)?];
        let at = r.at();
        let count = r.u32()?;
        if count > limits.values {
            return Reader::error(at, Problem::Many(limits.values));
        }
        // Two flags, a length, two types.
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

    /// How many rows follow the head.
    pub fn len(&self) -> usize {
        self.rows as usize
    }

    /// Whether no rows follow.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Walks the rows.
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
    /// Reads the next row into `row`, whose old content goes; `false` after the last.
    ///
    /// # Errors
    /// If a value is none or has another type than its field, or if bytes follow the last row. After an error the walk
    /// is over.
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

/// Bytes before a value's content: type, subtype, presence.
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

/// A value of a row, whose type must be the field's.
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

/// The content of a value without elements; the value began at `at`.
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

/// Writes a batch into a buffer, row by row, without building values.
///
/// The caller writes as many values a row as the head has fields, each of its field's type.
#[derive(Debug)]
pub struct Writer {
    out: Vec<u8>,
    /// Where the number of rows stands, to be set at the end.
    rows_at: usize,
    rows: u32,
}

impl Writer {
    /// Begins a batch in `out`, whose old content goes.
    pub fn new(mut out: Vec<u8>, head: &Head<'_>) -> Self {
        out.clear();
        for text in [head.stream, head.writer, head.filter, head.path] {
            put_text(&mut out, text);
        }
        out.extend_from_slice(&length(head.fields.len()));
        for f in &head.fields {
            out.push(f.second_name.is_some().into());
            if let Some(name) = f.second_name {
                put_text(&mut out, name);
            }
            put_text(&mut out, f.name);
            out.extend_from_slice(&(f.kind as u32).to_be_bytes());
            out.extend_from_slice(&(f.subtype as u32).to_be_bytes());
            out.push(f.optional.into());
        }
        let rows_at = out.len();
        out.extend_from_slice(&[0; 4]);
        Writer { out, rows_at, rows: 0 }
    }

    /// Bytes so far.
    pub fn size(&self) -> usize {
        self.out.len()
    }

    /// Rows so far.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Counts a row, whose values follow.
    pub fn begin_row(&mut self) {
        self.rows += 1;
    }

    /// The head of a value: a set or a vector is followed by its [`Writer::elements`], a single value by its content.
    pub fn present(&mut self, kind: FieldType, subtype: FieldType) {
        self.value_head(kind, subtype, true);
    }

    /// An unset value.
    pub fn unset(&mut self, kind: FieldType, subtype: FieldType) {
        self.value_head(kind, subtype, false);
    }

    fn value_head(&mut self, kind: FieldType, subtype: FieldType, present: bool) {
        self.out.extend_from_slice(&(kind as u32).to_be_bytes());
        self.out.extend_from_slice(&(subtype as u32).to_be_bytes());
        self.out.push(present.into());
    }

    /// The number of elements of a set or a vector; each has a head of its own.
    pub fn elements(&mut self, n: usize) {
        self.count(n as u64);
    }

    /// The content of a `bool`.
    pub fn bool(&mut self, b: bool) {
        self.count(b.into());
    }

    /// The content of an `int`.
    pub fn int(&mut self, n: i64) {
        self.out.extend_from_slice(&n.to_be_bytes());
    }

    /// The content of a `count`.
    pub fn count(&mut self, n: u64) {
        self.out.extend_from_slice(&n.to_be_bytes());
    }

    /// The content of a `double`, a `time` or an `interval`.
    pub fn real(&mut self, n: f64) {
        self.out.extend_from_slice(&n.to_be_bytes());
    }

    /// The content of a `string`, or the name of an enumerator, function or file.
    pub fn text(&mut self, s: &[u8]) {
        put_text(&mut self.out, s);
    }

    /// The content of a `port`.
    pub fn port(&mut self, p: Port) {
        self.count(p.num.into());
        self.out.extend_from_slice(&(p.proto as u32).to_be_bytes());
    }

    /// The content of an `addr`.
    pub fn addr(&mut self, a: Addr) {
        self.out.push(if a.is_v4() { 4 } else { 6 });
        self.out.extend_from_slice(a.wire_bytes());
    }

    /// The content of a `subnet`.
    pub fn subnet(&mut self, n: Subnet) {
        self.out.push(n.len128());
        self.addr(n.prefix());
    }

    /// A value with its head and its elements.
    pub fn value(&mut self, field: &Field<'_>, value: &Value<'_>) {
        if *value == Value::Unset {
            return self.unset(field.kind, field.subtype);
        }
        self.present(field.kind, field.subtype);
        match value {
            Value::Unset => {}
            Value::Bool(b) => self.bool(*b),
            Value::Int(n) => self.int(*n),
            Value::Count(n) => self.count(*n),
            Value::Real(n) => self.real(*n),
            Value::Text(s) => self.text(s),
            Value::Port(p) => self.port(*p),
            Value::Addr(a) => self.addr(*a),
            Value::Subnet(n) => self.subnet(*n),
            Value::Elements(all) => {
                self.elements(all.len());
                let element = Field { kind: field.subtype, subtype: FieldType::Void, ..field.clone() };
                all.iter().for_each(|v| self.value(&element, v));
            }
        }
    }

    /// The whole batch.
    pub fn finish(mut self) -> Vec<u8> {
        self.out[self.rows_at..][..4].copy_from_slice(&self.rows.to_be_bytes());
        self.out
    }
}

fn length(n: usize) -> [u8; 4] {
    u32::try_from(n).expect("a batch holds fewer than 2^32 bytes").to_be_bytes()
}

fn put_text(out: &mut Vec<u8>, s: &[u8]) {
    out.extend_from_slice(&length(s.len()));
    out.extend_from_slice(s);
}
