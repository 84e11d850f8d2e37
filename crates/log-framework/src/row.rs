//! Turns a record into a row of cells.
use crate::filter::FieldPath;
use logging::Cell;
use std::ops::Range;
use value::{Name, Printer, Record, Str, Table, Value, Vector};

/// The current row. It holds the values that cells borrow from until the row is written, and reuses its memory.
#[derive(Default)]
pub struct Row {
    fields: Vec<Held>,
    /// Elements of sets and vectors, one container after the other.
    elements: Vec<Held>,
    cells: Vec<Cell<'static>>,
    element_cells: Vec<Cell<'static>>,
    /// Bytes of content.
    size: u64,
}

enum Held {
    /// A cell that borrows nothing.
    Cell(Cell<'static>),
    Name(Name),
    Text(Str),
    /// A range of [`Row::elements`].
    List(Range<usize>),
}

impl Row {
    /// Takes the values of the fields. Returns false if they hold more than `max` bytes.
    pub fn fill(&mut self, fields: &[FieldPath], r: &Record, extension: Option<&Record>, max: u64) -> bool {
        self.fields.clear();
        self.elements.clear();
        self.size = 0;
        for field in fields {
            let root = if field.extension { extension } else { Some(r) };
            let held = match root.and_then(|r| value_at(r, field)) {
                None => Held::Cell(Cell::Unset),
                Some(Value::Table(t)) => self.set(&t, max),
                Some(Value::Vector(v)) => self.vector(&v, max),
                Some(v) => self.one(v),
            };
            self.fields.push(held);
            if self.size > max {
                return false;
            }
        }
        true
    }

    fn one(&mut self, v: Value) -> Held {
        let (held, size) = match v {
            Value::Enum(..) => {
                let name: Name = v.enum_name().unwrap_or_else(|| "".into());
                let size = name.len();
                (Held::Name(name), size)
            }
            Value::File(f) => (Held::Name(f.name.clone()), f.name.len()),
            Value::Func(_) => {
                let mut text = Vec::new();
                Printer::new(&mut text).value(&v);
                let size = text.len();
                (Held::Text(Str::from(text)), size)
            }
            Value::String(s) => {
                let size = s.len();
                (Held::Text(s), size)
            }
            Value::Addr6(a) => (Held::Cell(Cell::Addr(*a)), 16),
            Value::Subnet(n) => (Held::Cell(Cell::Subnet(*n)), 16),
            other => (Held::Cell(scalar(&other)), 8),
        };
        self.size += size as u64;
        held
    }

    fn set(&mut self, t: &Table, max: u64) -> Held {
        let start = self.elements.len();
        let mut walk = t.walk();
        while self.size <= max {
            let Some((v, _)) = t.next_single(&mut walk) else {
                return Held::List(start..self.elements.len());
            };
            let held = self.one(v);
            self.elements.push(held);
        }
        t.finish(walk);
        Held::List(start..self.elements.len())
    }

    fn vector(&mut self, v: &Vector, max: u64) -> Held {
        let start = self.elements.len();
        v.with_items(|items| {
            for item in items {
                let held = item.clone().map_or(Held::Cell(Cell::Unset), |v| self.one(v));
                self.elements.push(held);
                if self.size > max {
                    break;
                }
            }
        });
        Held::List(start..self.elements.len())
    }

    /// Calls `f` with the cells of the row, then empties it.
    pub fn with_cells<R>(&mut self, f: impl FnOnce(&[Cell<'_>]) -> R) -> R {
        // An empty vector of `Cell<'static>` can be used for cells of any lifetime.
        let mut element_cells: Vec<Cell<'_>> = std::mem::take(&mut self.element_cells);
        element_cells.extend(self.elements.iter().map(|h| cell(h, &[])));
        let mut cells: Vec<Cell<'_>> = std::mem::take(&mut self.cells);
        cells.extend(self.fields.iter().map(|h| cell(h, &element_cells)));
        let result = f(&cells);
        let (cells, element_cells) = (emptied(cells), emptied(element_cells));
        self.cells = cells;
        self.element_cells = element_cells;
        // Values are dropped now, so that a record that scripts no longer use is freed.
        self.fields.clear();
        self.elements.clear();
        result
    }
}

/// The vector's memory for cells of another lifetime: collecting into a vector of the same layout reuses the
/// allocation.
fn emptied(mut cells: Vec<Cell<'_>>) -> Vec<Cell<'static>> {
    cells.clear();
    cells.into_iter().map(|_| Cell::Unset).collect()
}

fn value_at(r: &Record, path: &FieldPath) -> Option<Value> {
    let mut v = r.get(path.first)?;
    for &field in &path.rest {
        let Value::Record(inner) = &v else { return None };
        v = inner.get(field)?;
    }
    Some(v)
}

fn cell<'a>(held: &'a Held, elements: &'a [Cell<'a>]) -> Cell<'a> {
    match held {
        Held::Cell(c) => *c,
        Held::Name(n) => Cell::Str(n.as_bytes()),
        Held::Text(s) => Cell::Str(s),
        Held::List(range) => Cell::List(elements.get(range.clone()).unwrap_or_default()),
    }
}

/// The cell of a scalar; `Unset` for other values.
fn scalar(v: &Value) -> Cell<'static> {
    match v {
        Value::Bool(b) => Cell::Bool(*b),
        Value::Int(n) => Cell::Int(*n),
        Value::Count(n) => Cell::Count(*n),
        Value::Double(d) => Cell::Double(*d),
        Value::Time(t) => Cell::Time(*t),
        Value::Interval(i) => Cell::Interval(*i),
        Value::Port(p) => Cell::Port(p.num),
        other => other.as_addr().map_or(Cell::Unset, Cell::Addr),
    }
}
