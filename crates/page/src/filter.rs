//! Filters of rows: `service=dns id.orig_h~10.0. resp_bytes>1000 !rcode_name=NOERROR "some words"`.
//!
//! A term is a column, an operator and a value, or a text that occurs anywhere in the row. `!` negates a term.
//! A row must pass all terms. `=` also finds an element of a list. Texts and `~` ignore case unless they contain a
//! capital letter.
use crate::log_file::Form;
use crate::row::{Reader, number};
use crate::summary::rows_of;
use memchr::memmem::Finder;
use std::borrow::Cow;

/// The most terms of a filter.
const TERMS: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Is,
    Has,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
}

#[derive(Clone, Debug, PartialEq)]
struct Term {
    not: bool,
    /// `None` for a text anywhere.
    column: Option<String>,
    op: Op,
    value: String,
    number: Option<f64>,
}

/// A filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(Vec<Term>);

impl Filter {
    /// Parses a filter. `columns` are the names that are allowed before an operator.
    ///
    /// # Errors
    /// An unknown column, or a comparison with something that is not a number; the text says which.
    pub fn parse(text: &str, columns: &[String]) -> Result<Self, String> {
        let mut terms = Vec::new();
        for word in words(text) {
            if terms.len() >= TERMS {
                return Err(format!("more than {TERMS} terms"));
            }
            terms.push(term(&word, columns)?);
        }
        Ok(Filter(terms))
    }

    /// A value that any cell equals or contains as an element.
    pub fn any_cell(value: &str) -> Self {
        Filter(vec![Term { not: false, column: None, op: Op::Is, value: value.to_owned(), number: None }])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The filter for the rows of a file.
    pub(crate) fn compiled<'f>(&'f self, form: &'f Form) -> Compiled<'f> {
        let names: Vec<&str> = self.0.iter().filter_map(|t| t.column.as_deref()).collect();
        let mut needles: Vec<&str> = Vec::new();
        for t in &self.0 {
            let sound = |v: &str| !v.is_empty() && (*form != Form::Json || plain_in_json(v));
            let exact = t.op == Op::Is || t.op == Op::Has && t.value.bytes().any(|b| b.is_ascii_uppercase());
            if !t.not && exact && sound(&t.value) {
                needles.push(&t.value);
            }
        }
        // The longest is the rarest, most likely.
        let needle = needles.into_iter().max_by_key(|n| n.len());
        Compiled {
            terms: &self.0,
            form,
            reader: Reader::new(form, &names),
            needle: needle.map(|n| Finder::new(n.as_bytes())),
        }
    }
}

/// Whether JSON writes the value without escapes.
fn plain_in_json(value: &str) -> bool {
    let same = value.bytes().all(|b| (b' '..=b'~').contains(&b) && !matches!(b, b'"' | b'\\' | b',' | b'/'));
    same && value != "T" && value != "F"
}

/// The words of a filter. Quotes keep spaces within a word.
fn words(text: &str) -> Vec<String> {
    let (mut all, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                any = true;
            }
            c if c.is_whitespace() && !quoted => {
                if any || !word.is_empty() {
                    all.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => word.push(c),
        }
    }
    if any || !word.is_empty() {
        all.push(word);
    }
    all
}

fn term(word: &str, columns: &[String]) -> Result<Term, String> {
    let (not, rest) = match word.strip_prefix('!') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, word),
    };
    let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
    let (column, after) = rest.split_at(end);
    let ops = [
        ("!=", Op::Is),
        (">=", Op::MoreOrEqual),
        ("<=", Op::LessOrEqual),
        ("=", Op::Is),
        ("~", Op::Has),
        ("<", Op::Less),
        (">", Op::More),
    ];
    let found = ops.iter().find_map(|(sign, op)| Some((*sign, *op, after.strip_prefix(sign)?)));
    let Some((sign, op, value)) = found.filter(|_| !column.is_empty()) else {
        return Ok(Term { not, column: None, op: Op::Has, value: rest.to_owned(), number: None });
    };
    if !columns.iter().any(|c| c == column) {
        return Err(format!(
            "there is no column {column}; put the words in quotes to look for them anywhere"
        ));
    }
    let number = number(value.as_bytes());
    if number.is_none() && !matches!(op, Op::Is | Op::Has) {
        return Err(format!("{column}{sign}: expected a number, found {value:?}"));
    }
    Ok(Term {
        not: not ^ (sign == "!="),
        column: Some(column.to_owned()),
        op,
        value: value.to_owned(),
        number,
    })
}

/// A filter for the rows of one form.
pub(crate) struct Compiled<'f> {
    terms: &'f [Term],
    form: &'f Form,
    reader: Reader<'f>,
    /// Bytes that every passing row contains.
    needle: Option<Finder<'f>>,
}

impl Compiled<'_> {
    /// Calls `f` with each passing row of `lines`, until `f` returns false.
    pub(crate) fn rows<'l>(&self, lines: &'l [u8], f: &mut dyn FnMut(&'l [u8]) -> bool) {
        let mut cells = Vec::new();
        if let Some(needle) = &self.needle {
            let mut at = 0;
            while let Some(i) = needle.find(lines.get(at..).unwrap_or_default()) {
                let hit = at + i;
                let before = lines.get(..hit).unwrap_or_default();
                let start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
                let rest = lines.get(hit..).unwrap_or_default();
                let end = hit + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                let line = lines.get(start..end).unwrap_or_default();
                let row = !(line.starts_with(b"#") && *self.form != Form::Json);
                if row && self.holds(line, &mut cells) && !f(line) {
                    return;
                }
                at = end + 1;
            }
            return;
        }
        for line in rows_of(lines, self.form) {
            if self.holds(line, &mut cells) && !f(line) {
                return;
            }
        }
    }

    fn holds<'l>(&self, line: &'l [u8], cells: &mut Vec<Option<Cow<'l, [u8]>>>) -> bool {
        if self.terms.iter().any(|t| t.column.is_some()) {
            self.reader.cells(line, cells);
        }
        let mut cells = cells.iter();
        self.terms.iter().all(|t| {
            let holds = match t.column {
                Some(_) => cells.next().and_then(Option::as_deref).is_some_and(|c| holds(t, c)),
                None if t.op == Op::Is => self.has_cell(line, &t.value),
                None => has(line, t.value.as_bytes()),
            };
            holds != t.not
        })
    }

    fn has_cell(&self, line: &[u8], value: &str) -> bool {
        crate::row::all(self.form, line).iter().any(|(_, cell)| is(cell.as_bytes(), value.as_bytes()))
    }
}

fn holds(t: &Term, cell: &[u8]) -> bool {
    let compare = |f: fn(&f64, &f64) -> bool| number(cell).zip(t.number).is_some_and(|(a, b)| f(&a, &b));
    match t.op {
        Op::Is => is(cell, t.value.as_bytes()),
        Op::Has => has(cell, t.value.as_bytes()),
        Op::Less => compare(f64::lt),
        Op::LessOrEqual => compare(f64::le),
        Op::More => compare(f64::gt),
        Op::MoreOrEqual => compare(f64::ge),
    }
}

/// Whether a cell equals the value, or is a list that contains it.
fn is(cell: &[u8], value: &[u8]) -> bool {
    cell == value || memchr::memchr(b',', cell).is_some() && cell.split(|b| *b == b',').any(|e| e == value)
}

/// Whether a text contains another; case counts only if that has a capital letter.
fn has(text: &[u8], part: &[u8]) -> bool {
    if part.iter().any(u8::is_ascii_uppercase) {
        return memchr::memmem::find(text, part).is_some();
    }
    let Some(&first) = part.first() else { return true };
    let mut at = 0;
    while let Some(i) = memchr::memchr2(first, first.to_ascii_uppercase(), text.get(at..).unwrap_or_default())
    {
        let from = at + i;
        if text.get(from..from + part.len()).is_some_and(|t| t.eq_ignore_ascii_case(part)) {
            return true;
        }
        at = from + 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_file::Columns;

    fn columns() -> Vec<String> {
        ["ts", "uid", "n", "list"].map(str::to_owned).to_vec()
    }

    fn passed(filter: &str) -> [usize; 2] {
        let filter = Filter::parse(filter, &columns()).expect(filter);
        let tsv = "1\tCa\t10\tx,y\n2\tCb\t-\tYes\n#close\n3\tCc\t300\t-\n";
        let json = "{\"ts\":1,\"uid\":\"Ca\",\"n\":10,\"list\":[\"x\",\"y\"]}\n{\"ts\":2,\"uid\":\"Cb\",\"list\":\"Yes\"}\n{\"ts\":3,\"uid\":\"Cc\",\"n\":300}\n";
        let form = Form::Columns(Columns {
            separator: b'\t',
            unset: b"-".to_vec(),
            empty: Vec::new(),
            names: columns(),
            types: Vec::new(),
            path: "x".into(),
        });
        [(tsv, &form), (json, &Form::Json)].map(|(text, form)| {
            let mut n = 0;
            filter.compiled(form).rows(text.as_bytes(), &mut |_| {
                n += 1;
                true
            });
            n
        })
    }

    #[test]
    fn terms() {
        for (filter, expected) in [
            ("", 3),
            ("uid=Ca", 1),
            ("uid=C", 0),
            ("uid~c", 3),
            ("uid~C", 3),
            ("uid!=Ca", 2),
            ("!uid=Ca", 2),
            ("n>10", 1),
            ("n>=10", 2),
            ("n<11 uid=Ca", 1),
            ("list=y", 1),
            ("list~YES", 0),
            ("yes", 1),
            ("\"Yes\"", 1),
            ("!yes", 2),
            ("Ca Cb", 0),
        ] {
            assert_eq!(passed(filter), [expected; 2], "{filter}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let wrong = |text| Filter::parse(text, &columns()).unwrap_err();
        assert!(wrong("user=x").contains("no column user"));
        assert!(wrong("n>many").contains("expected a number"));
        assert!(wrong(&"a ".repeat(30)).contains("more than"));
    }
}
