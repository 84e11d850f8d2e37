//! The interface between rows and writers.
//!
//! The most common kinds of cells have methods of their own, which a writer implements if that is faster than taking a
//! [`Cell`] apart.
use crate::cell::Cell;
use net_types::Addr;

/// Receives the cells of a row, column by column.
pub trait Cells {
    /// Receives the next column, or the next element of the current list.
    fn cell(&mut self, cell: Cell<'_>);
    /// Receives a column or element without a value.
    fn unset(&mut self) {
        self.cell(Cell::Unset);
    }
    /// Receives a time, in seconds since the epoch.
    fn time(&mut self, t: f64) {
        self.cell(Cell::Time(t));
    }
    /// Receives an address.
    fn addr(&mut self, a: Addr) {
        self.cell(Cell::Addr(a));
    }
    /// Receives the number of a port.
    fn port(&mut self, n: u16) {
        self.cell(Cell::Port(n));
    }
    /// Receives a count.
    fn count(&mut self, n: u64) {
        self.cell(Cell::Count(n));
    }
    /// Receives a text.
    fn text(&mut self, text: &[u8]) {
        self.cell(Cell::Str(text));
    }
    /// Begins a list: the next column is a set or vector, whose elements follow.
    fn begin_list(&mut self);
    /// Ends the list.
    fn end_list(&mut self);
}

/// A row that passes its cells to a writer.
pub trait Row {
    /// Passes one cell or list per column, in order. Returns false if the row must not be written; a writer then
    /// discards it.
    fn give(&self, to: &mut dyn Cells) -> bool;
}

impl Row for [Cell<'_>] {
    fn give(&self, to: &mut dyn Cells) -> bool {
        for cell in self {
            match cell {
                Cell::List(elements) => {
                    to.begin_list();
                    elements.iter().for_each(|e| to.cell(*e));
                    to.end_list();
                }
                other => to.cell(*other),
            }
        }
        true
    }
}

impl<const N: usize> Row for [Cell<'_>; N] {
    fn give(&self, to: &mut dyn Cells) -> bool {
        self.as_slice().give(to)
    }
}

impl Row for Vec<Cell<'_>> {
    fn give(&self, to: &mut dyn Cells) -> bool {
        self.as_slice().give(to)
    }
}

/// Whether a row may be written ([`Row::give`]), for a log without a writer.
pub fn may_be_written(row: &dyn Row) -> bool {
    struct Nowhere;
    impl Cells for Nowhere {
        fn cell(&mut self, _: Cell<'_>) {}
        fn begin_list(&mut self) {}
        fn end_list(&mut self) {}
    }
    row.give(&mut Nowhere)
}
