//! Rows as tab-separated values.
use crate::cell::Cell;
use crate::cells::Cells;
use crate::number::{write_double, write_fixed6};
use crate::text::{escape_utf8, push_hex};
use net_types::Addr;
use std::io::Write;

/// The separators, and the texts for missing values.
#[derive(Clone, Debug)]
pub(crate) struct Tsv {
    pub(crate) separator: Vec<u8>,
    pub(crate) set_separator: Vec<u8>,
    pub(crate) empty_field: Vec<u8>,
    pub(crate) unset_field: Vec<u8>,
    pub(crate) utf8: bool,
}

/// A row that is being written.
pub struct Line<'a> {
    tsv: &'a Tsv,
    out: &'a mut Vec<u8>,
    list: List,
}

/// Where the next cell is.
#[derive(Clone, Copy, PartialEq)]
enum List {
    /// It is a column.
    Outside,
    /// It is the first element of a list.
    Empty,
    /// It is a further element.
    Begun,
}

impl Line<'_> {
    /// Begins a cell. Returns true for an element of a list, which follows the separator of elements unless it is the
    /// first.
    #[inline(always)]
    fn begin(&mut self) -> bool {
        self.list != List::Outside && self.begin_element()
    }

    #[inline(never)]
    fn begin_element(&mut self) -> bool {
        if std::mem::replace(&mut self.list, List::Begun) == List::Begun {
            append(self.out, &self.tsv.set_separator);
        }
        true
    }

    /// Ends a cell: the separator follows a column.
    #[inline(always)]
    fn end(&mut self, in_list: bool) {
        if !in_list {
            append(self.out, &self.tsv.separator);
        }
    }
}

impl Cells for Line<'_> {
    fn cell(&mut self, cell: Cell<'_>) {
        let in_list = self.begin();
        match cell {
            Cell::List(cells) => self.tsv.list(self.out, cells),
            one => self.tsv.one(self.out, one, in_list),
        }
        self.end(in_list);
    }

    #[inline(always)]
    fn unset(&mut self) {
        let in_list = self.begin();
        append(self.out, &self.tsv.unset_field);
        self.end(in_list);
    }

    #[inline(always)]
    fn bool(&mut self, b: bool) {
        let in_list = self.begin();
        self.out.push(if b { b'T' } else { b'F' });
        self.end(in_list);
    }

    #[inline(always)]
    fn interval(&mut self, secs: f64) {
        self.time(secs);
    }

    #[inline(always)]
    fn time(&mut self, t: f64) {
        let in_list = self.begin();
        write_fixed6(self.out, t);
        self.end(in_list);
    }

    #[inline(always)]
    fn addr(&mut self, a: Addr) {
        let in_list = self.begin();
        a.append_to(self.out);
        self.end(in_list);
    }

    #[inline(always)]
    fn port(&mut self, n: u16) {
        self.count(n.into());
    }

    #[inline(always)]
    fn count(&mut self, n: u64) {
        let in_list = self.begin();
        // Most counts in logs are small.
        if n < 10 {
            self.out.push(b'0' + n as u8);
        } else {
            self.out.extend_from_slice(itoa::Buffer::new().format(n).as_bytes());
        }
        self.end(in_list);
    }

    #[inline(always)]
    fn text(&mut self, text: &[u8]) {
        let in_list = self.begin();
        self.tsv.text(self.out, text, in_list);
        self.end(in_list);
    }

    fn begin_list(&mut self) {
        self.begin();
        self.list = List::Empty;
    }

    fn end_list(&mut self) {
        if std::mem::replace(&mut self.list, List::Outside) == List::Empty {
            append(self.out, &self.tsv.empty_field);
        }
        self.end(false);
    }
}

/// Appends a separator or another short text, usually a single byte.
#[inline]
fn append(out: &mut Vec<u8>, text: &[u8]) {
    match text {
        [byte] => out.push(*byte),
        other => out.extend_from_slice(other),
    }
}

impl Tsv {
    /// Appends a row, which `give` passes to its line. If `give` returns false, appends nothing and returns false.
    pub(crate) fn row(&self, out: &mut Vec<u8>, give: impl FnOnce(&mut Line<'_>) -> bool) -> bool {
        let start = out.len();
        let kept = give(&mut Line { tsv: self, out, list: List::Outside });
        if kept {
            // No separator follows the last column.
            out.truncate(out.len().saturating_sub(self.separator.len()).max(start));
            out.push(b'\n');
        } else {
            out.truncate(start);
        }
        kept
    }

    /// Appends a cell.
    pub(crate) fn cell(&self, out: &mut Vec<u8>, cell: &Cell<'_>, in_list: bool) {
        match *cell {
            Cell::List(cells) => self.list(out, cells),
            one => self.one(out, one, in_list),
        }
    }

    /// Appends the cells of a list.
    fn list(&self, out: &mut Vec<u8>, cells: &[Cell<'_>]) {
        if cells.is_empty() {
            out.extend_from_slice(&self.empty_field);
        }
        for (i, c) in cells.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(&self.set_separator);
            }
            self.cell(out, c, true);
        }
    }

    /// Appends a cell that is no list.
    #[inline(always)]
    fn one(&self, out: &mut Vec<u8>, cell: Cell<'_>, in_list: bool) {
        let mut numbers = itoa::Buffer::new();
        match cell {
            Cell::Unset => append(out, &self.unset_field),
            Cell::Bool(b) => out.push(if b { b'T' } else { b'F' }),
            Cell::Int(n) => out.extend_from_slice(numbers.format(n).as_bytes()),
            Cell::Count(n) => out.extend_from_slice(numbers.format(n).as_bytes()),
            Cell::Port(n) => out.extend_from_slice(numbers.format(n).as_bytes()),
            Cell::Double(d) => write_double(out, d),
            Cell::Time(d) | Cell::Interval(d) => write_fixed6(out, d),
            Cell::Addr(a) => a.append_to(out),
            // Writing to a Vec cannot fail.
            Cell::Subnet(n) => drop(write!(out, "{n}")),
            Cell::Str(s) => self.text(out, s, in_list),
            Cell::List(cells) => self.list(out, cells),
        }
    }

    #[inline]
    fn text(&self, out: &mut Vec<u8>, text: &[u8], in_list: bool) {
        if text.is_empty() {
            out.extend_from_slice(&self.empty_field);
        } else {
            self.string(out, text, in_list);
        }
    }

    /// Appends a string. If the string equals the text for "unset" or "empty", its first byte is escaped; separators
    /// and backslashes are escaped everywhere.
    fn string(&self, out: &mut Vec<u8>, s: &[u8], in_list: bool) {
        let mut rest = s;
        if (s == self.unset_field || s == self.empty_field)
            && let Some((&first, tail)) = s.split_first()
        {
            push_hex(out, first);
            rest = tail;
        }
        while let Some(at) = self.first_special(rest, in_list) {
            let (escape_at, len) = self.next_escape(rest, at, in_list);
            self.run(out, &rest[..escape_at]);
            for &b in &rest[escape_at..escape_at + len] {
                if b == b'\\' {
                    out.extend_from_slice(b"\\\\");
                } else {
                    push_hex(out, b);
                }
            }
            rest = &rest[escape_at + len..];
            if len == 0 {
                return;
            }
        }
        out.extend_from_slice(rest);
    }

    /// Finds the first byte that may need an escape. Most strings have none.
    fn first_special(&self, s: &[u8], in_list: bool) -> Option<usize> {
        let first = |text: &[u8]| text.first().copied().unwrap_or(b'\\');
        let separator = first(&self.separator);
        let set_separator = if in_list { first(&self.set_separator) } else { separator };
        // No early exit within a chunk, so that the compiler tests its 16 bytes at once.
        let special =
            |b: u8| !(32..127).contains(&b) | (b == b'\\') | (b == separator) | (b == set_separator);
        let any = |chunk: &[u8; 16]| chunk.iter().fold(false, |any, &b| any | special(b));
        // Most strings are clean: 16 bytes at a time, the last ones perhaps twice.
        let is_clean = match (s.last_chunk::<16>(), s.first_chunk::<8>(), s.last_chunk::<8>()) {
            (Some(last), ..) => !s.as_chunks::<16>().0.iter().any(any) && !any(last),
            (None, Some(first), Some(last)) => {
                let mut both = [0; 16];
                both[..8].copy_from_slice(first);
                both[8..].copy_from_slice(last);
                !any(&both)
            }
            _ => false,
        };
        if is_clean { None } else { s.iter().position(|&b| special(b)) }
    }

    /// Returns the offset and length of the next bytes to escape at or after `from`; (end, 0) if there are none.
    fn next_escape(&self, s: &[u8], from: usize, in_list: bool) -> (usize, usize) {
        for i in from..s.len() {
            let here = &s[i..];
            if here[0] == b'\\' || (!self.utf8 && !(32..127).contains(&here[0])) {
                return (i, 1);
            }
            if !self.separator.is_empty() && here.starts_with(&self.separator) {
                return (i, self.separator.len());
            }
            if in_list && !self.set_separator.is_empty() && here.starts_with(&self.set_separator) {
                return (i, self.set_separator.len());
            }
        }
        (s.len(), 0)
    }

    fn run(&self, out: &mut Vec<u8>, s: &[u8]) {
        if self.utf8 {
            escape_utf8(out, s, false);
        } else {
            out.extend_from_slice(s);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tsv() -> Tsv {
        Tsv {
            separator: b"\t".to_vec(),
            set_separator: b",".to_vec(),
            empty_field: b"(empty)".to_vec(),
            unset_field: b"-".to_vec(),
            utf8: true,
        }
    }

    fn check(cell: Cell<'_>, expected: &str) {
        let mut out = Vec::new();
        tsv().row(&mut out, |line| {
            line.cell(cell);
            true
        });
        assert_eq!(String::from_utf8_lossy(&out), format!("{expected}\n"));
    }

    #[test]
    fn values() {
        check(Cell::Unset, "-");
        check(Cell::Bool(true), "T");
        check(Cell::Int(-5), "-5");
        check(Cell::Interval(0.5), "0.500000");
        check(Cell::Addr("2001:db8::1".parse().unwrap()), "2001:db8::1");
        check(Cell::Str(b""), "(empty)");
        check(Cell::List(&[]), "(empty)");
        check(Cell::List(&[Cell::Str(b"a"), Cell::Str(b"b,c"), Cell::Unset]), "a,b\\x2cc,-");
    }

    #[test]
    fn strings_that_read_as_something_else_are_escaped() {
        check(Cell::Str(b"-"), "\\x2d");
        check(Cell::Str(b"(empty)"), "\\x28empty)");
        check(Cell::Str(b"a,b"), "a,b");
    }

    #[test]
    fn what_is_escaped_is_found_wherever_it_stands() {
        for len in 0..50 {
            for at in 0..len {
                let text = |b: u8| (0..len).map(|i| if i == at { b } else { b'a' }).collect::<Vec<u8>>();
                for b in [b'\t', b'\\', b',', 0, 0x7f, 0xff] {
                    assert_eq!(tsv().first_special(&text(b), true), Some(at), "{b} at {at} of {len}");
                }
                for b in [b',', b'a', b' ', b'~'] {
                    assert_eq!(tsv().first_special(&text(b), false), None, "{b} at {at} of {len}");
                }
            }
        }
    }

    #[test]
    fn separators_backslashes_and_controls_are_escaped() {
        check(Cell::Str(b"a\tb"), "a\\x09b");
        check(Cell::Str(b"c:\\x"), "c:\\\\x");
        check(Cell::Str("ñ\n".as_bytes()), "\\xc3\\xb1\\x0a");
        // A backslash ends a run: invalid bytes before it do not affect what follows.
        check(Cell::Str(b"\xff\\\xc3\xb1"), "\\xff\\\\ñ");
    }
}
