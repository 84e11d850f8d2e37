//! Rows, which pass their cells to a writer.
use crate::cell::Cell;
use crate::cells::Cells;
use crate::tsv::Line;

/// A row that passes its cells to a writer.
pub trait Row {
    /// Passes one cell or list per column, in order. Returns false if the row must not be written; a writer then
    /// discards it.
    fn give(&self, to: &mut dyn Cells) -> bool;

    /// Like [`Row::give`], for a line of tab-separated values, the form of most logs. A row with its own implementation
    /// writes its cells without a call each.
    fn give_line(&self, to: &mut Line<'_>) -> bool {
        self.give(to)
    }
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
