//! Writes a batch.
use super::{Field, FieldType, Head, Value};
use net_types::{Addr, Port, Subnet};

/// Writes a batch into a buffer, row by row, without building values.
///
/// For each row, the caller writes as many values as the head has fields, each in its field's type.
#[derive(Debug)]
pub struct Writer {
    out: Vec<u8>,
    /// The offset of the number of rows, which `finish` fills in.
    rows_at: usize,
    rows: u32,
}

impl Writer {
    /// Begins a batch in `out`, whose previous content is discarded.
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

    /// Returns the number of bytes written so far.
    pub fn size(&self) -> usize {
        self.out.len()
    }

    /// Returns the number of rows written so far.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Begins a row. Its values follow.
    pub fn begin_row(&mut self) {
        self.rows += 1;
    }

    /// Writes the head of a value. Its content follows or, for a set or vector, [`Writer::elements`].
    pub fn present(&mut self, kind: FieldType, subtype: FieldType) {
        self.value_head(kind, subtype, true);
    }

    /// Writes an unset value.
    pub fn unset(&mut self, kind: FieldType, subtype: FieldType) {
        self.value_head(kind, subtype, false);
    }

    fn value_head(&mut self, kind: FieldType, subtype: FieldType, present: bool) {
        self.out.extend_from_slice(&(kind as u32).to_be_bytes());
        self.out.extend_from_slice(&(subtype as u32).to_be_bytes());
        self.out.push(present.into());
    }

    /// Writes the number of elements of a set or vector. Each element has its own head.
    pub fn elements(&mut self, n: usize) {
        self.count(n as u64);
    }

    /// Leaves room for the number of elements of a set or vector, and returns the offset at which the elements begin.
    /// [`Writer::end_elements`] fills in the number.
    pub fn begin_elements(&mut self) -> usize {
        self.count(0);
        self.out.len()
    }

    /// Ends the elements that began `at` this offset, filling in their number.
    pub fn end_elements(&mut self, at: usize, n: usize) {
        self.out[at - 8..at].copy_from_slice(&(n as u64).to_be_bytes());
    }

    /// Returns the state before a row, for [`Writer::back_to`].
    pub fn mark(&self) -> (usize, u32) {
        (self.out.len(), self.rows)
    }

    /// Discards everything written since a mark.
    pub fn back_to(&mut self, (size, rows): (usize, u32)) {
        self.out.truncate(size);
        self.rows = rows;
    }

    /// Writes the content of a `bool`.
    pub fn bool(&mut self, b: bool) {
        self.count(b.into());
    }

    /// Writes the content of an `int`.
    pub fn int(&mut self, n: i64) {
        self.out.extend_from_slice(&n.to_be_bytes());
    }

    /// Writes the content of a `count`.
    pub fn count(&mut self, n: u64) {
        self.out.extend_from_slice(&n.to_be_bytes());
    }

    /// Writes the content of a `double`, `time` or `interval`.
    pub fn real(&mut self, n: f64) {
        self.out.extend_from_slice(&n.to_be_bytes());
    }

    /// Writes the content of a `string`, or the name of an enumerator, function or file.
    pub fn text(&mut self, s: &[u8]) {
        put_text(&mut self.out, s);
    }

    /// Writes the content of a `port`.
    pub fn port(&mut self, p: Port) {
        self.count(p.num.into());
        self.out.extend_from_slice(&(p.proto as u32).to_be_bytes());
    }

    /// Writes the content of an `addr`.
    pub fn addr(&mut self, a: Addr) {
        self.out.push(if a.is_v4() { 4 } else { 6 });
        self.out.extend_from_slice(a.wire_bytes());
    }

    /// Writes the content of a `subnet`.
    pub fn subnet(&mut self, n: Subnet) {
        self.out.push(n.len128());
        self.addr(n.prefix());
    }

    /// Writes a value with its head and its elements.
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

    /// Returns the whole batch.
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
