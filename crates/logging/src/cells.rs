//! The receiver of a row's cells.
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
    /// Receives a bool.
    fn bool(&mut self, b: bool) {
        self.cell(Cell::Bool(b));
    }
    /// Receives an interval, in seconds.
    fn interval(&mut self, secs: f64) {
        self.cell(Cell::Interval(secs));
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
