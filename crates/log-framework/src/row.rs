//! Passes a record's values straight into a writer's buffer.
use crate::filter::FieldPath;
use logging::{Cell, Cells, Line, Row};
use net_types::Addr;
use value::{Printer, Record, Table, Value, Vector};

/// A record as the row of a filter.
pub struct RecordRow<'a> {
    /// The path to each column's field.
    pub fields: &'a [FieldPath],
    /// The record.
    pub record: &'a Record,
    /// The record that the extension function returned.
    pub extension: Option<&'a Record>,
    /// The most bytes of content that the row may hold.
    pub max: u64,
}

impl Row for RecordRow<'_> {
    fn give(&self, to: &mut dyn Cells) -> bool {
        self.pass(to)
    }

    fn give_line(&self, to: &mut Line<'_>) -> bool {
        self.pass(to)
    }
}

impl RecordRow<'_> {
    /// Passes the cells on. Compiled for lines of their own, since most logs consist of them.
    fn pass<C: Cells + ?Sized>(&self, to: &mut C) -> bool {
        let mut left = Left(self.max);
        self.fields.iter().all(|field| {
            let root = if field.extension { self.extension } else { Some(self.record) };
            left.field(root.and_then(|r| value_at(r, field)), to)
        })
    }
}

/// The number of bytes of content that the row may still hold.
struct Left(u64);

impl Left {
    /// Subtracts the size of a cell. Returns false if too little is left.
    fn take(&mut self, size: usize) -> bool {
        let left = self.0.checked_sub(size as u64);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }

    /// Passes a text on. Returns false if it is too long.
    fn text<C: Cells + ?Sized>(&mut self, text: &[u8], to: &mut C) -> bool {
        to.text(text);
        self.take(text.len())
    }

    /// Passes on the value of a column. Returns false if it is too long. Takes the value by value, so that numbers, the
    /// most common values, need no drop.
    #[inline(always)]
    fn field<C: Cells + ?Sized>(&mut self, v: Option<Value>, to: &mut C) -> bool {
        match v {
            None => {
                to.unset();
                return true;
            }
            Some(Value::Count(n)) => to.count(n),
            Some(Value::String(s)) => return self.text(&s, to),
            Some(Value::Addr4(a)) => to.addr(Addr::v4(a)),
            Some(Value::Port(p)) => to.port(p.num),
            Some(Value::Time(t)) => to.time(t),
            Some(Value::Interval(i)) => to.interval(i),
            Some(Value::Bool(b)) => to.bool(b),
            Some(other) => return self.other(&other, to),
        }
        self.take(8)
    }

    #[inline(never)]
    fn other<C: Cells + ?Sized>(&mut self, v: &Value, to: &mut C) -> bool {
        match v {
            Value::Table(t) => self.set(t, to),
            Value::Vector(v) => self.vector(v, to),
            one => self.one(one, to),
        }
    }

    /// Passes on a value other than a set or vector. Returns false if it is too long.
    fn one<C: Cells + ?Sized>(&mut self, v: &Value, to: &mut C) -> bool {
        let (cell, size) = match v {
            Value::String(s) => return self.text(s, to),
            Value::Bool(b) => (Cell::Bool(*b), 8),
            Value::Int(n) => (Cell::Int(*n), 8),
            Value::Count(n) => (Cell::Count(*n), 8),
            Value::Double(d) => (Cell::Double(*d), 8),
            Value::Time(t) => (Cell::Time(*t), 8),
            Value::Interval(i) => (Cell::Interval(*i), 8),
            Value::Port(p) => (Cell::Port(p.num), 8),
            Value::Addr4(a) => (Cell::Addr(Addr::v4(*a)), 8),
            Value::Enum(..) => return self.text(v.enum_name().unwrap_or_default().as_bytes(), to),
            Value::File(f) => return self.text(f.name.as_bytes(), to),
            Value::Func(_) => {
                let mut name = Vec::new();
                Printer::new(&mut name).value(v);
                return self.text(&name, to);
            }
            Value::Addr6(a) => (Cell::Addr(**a), 16),
            Value::Subnet(n) => (Cell::Subnet(**n), 16),
            _ => (Cell::Unset, 8),
        };
        to.cell(cell);
        self.take(size)
    }

    fn set<C: Cells + ?Sized>(&mut self, t: &Table, to: &mut C) -> bool {
        to.begin_list();
        let mut walk = t.walk();
        while let Some((v, _)) = t.next_single(&mut walk) {
            if !self.one(&v, to) {
                t.finish(walk);
                return false;
            }
        }
        to.end_list();
        true
    }

    fn vector<C: Cells + ?Sized>(&mut self, v: &Vector, to: &mut C) -> bool {
        to.begin_list();
        let fits = v.with_items(|items| {
            items.iter().all(|item| match item {
                Some(v) => self.one(v, to),
                None => {
                    to.cell(Cell::Unset);
                    true
                }
            })
        });
        to.end_list();
        fits
    }
}

/// Loads the field at the end of a path.
#[inline(always)]
fn value_at(r: &Record, path: &FieldPath) -> Option<Value> {
    match path.rest[..] {
        [] => r.get(path.first),
        [last] => match r.inner_load(path.first, last) {
            Some(found) => found.into_value(),
            None => r.inner(path.first)?.get(last),
        },
        [ref inner @ .., last] => {
            let mut within = r.inner(path.first)?;
            for &field in inner {
                within = within.inner(field)?;
            }
            within.get(last)
        }
    }
}
