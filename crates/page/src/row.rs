//! The cells of a row, by column, of either form.
use crate::log_file::{Columns, Form};
use serde_json::Value;
use std::borrow::Cow;

/// Reads some columns of a file's rows.
pub(crate) enum Reader<'a> {
    /// The places of the columns; `None` where the file lacks one.
    Columns(&'a Columns, Vec<Option<usize>>),
    Json(Vec<String>),
}

impl<'a> Reader<'a> {
    /// A reader of these columns.
    pub(crate) fn new(form: &'a Form, wanted: &[&str]) -> Self {
        match form {
            Form::Columns(c) => {
                let place = |name: &&str| c.names.iter().position(|n| n == name);
                Reader::Columns(c, wanted.iter().map(place).collect())
            }
            Form::Json => Reader::Json(wanted.iter().map(|n| (*n).to_owned()).collect()),
        }
    }

    /// The cells of the columns, in their order; unset and absent ones are `None`.
    pub(crate) fn cells<'r>(&self, line: &'r [u8], out: &mut Vec<Option<Cow<'r, [u8]>>>) {
        out.clear();
        match self {
            Reader::Columns(c, places) => {
                out.resize(places.len(), None);
                let mut start = 0;
                let last = places.iter().flatten().max().map_or(0, |m| m + 1);
                for column in 0..last {
                    let rest = line.get(start..).unwrap_or_default();
                    let end = memchr::memchr(c.separator, rest).unwrap_or(rest.len());
                    let cell = rest.get(..end).unwrap_or_default();
                    if cell != c.unset {
                        for (slot, _) in out.iter_mut().zip(places).filter(|(_, p)| **p == Some(column)) {
                            *slot = Some(Cow::Borrowed(cell));
                        }
                    }
                    if end == rest.len() {
                        break;
                    }
                    start += end + 1;
                }
            }
            Reader::Json(names) => match serde_json::from_slice::<Value>(line) {
                Ok(Value::Object(row)) => {
                    out.extend(
                        names.iter().map(|n| row.get(n).and_then(shown).map(|t| Cow::Owned(t.into_bytes()))),
                    );
                }
                _ => out.resize(names.len(), None),
            },
        }
    }
}

/// The set cells of a row, with the names of their columns.
pub(crate) fn all(form: &Form, line: &[u8]) -> Vec<(String, String)> {
    match form {
        Form::Columns(c) => {
            let cells = line.split(|b| *b == c.separator);
            let named = c.names.iter().zip(cells).filter(|(_, cell)| *cell != c.unset);
            named.map(|(n, cell)| (n.clone(), String::from_utf8_lossy(cell).into_owned())).collect()
        }
        Form::Json => match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(row)) => row.iter().filter_map(|(n, v)| Some((n.clone(), shown(v)?))).collect(),
            _ => Vec::new(),
        },
    }
}

/// A value of JSON as a cell. Lists have commas, as in a log of columns.
fn shown(v: &Value) -> Option<String> {
    Some(match v {
        Value::Null => return None,
        Value::String(s) => s.clone(),
        Value::Bool(b) => if *b { "T" } else { "F" }.to_owned(),
        Value::Number(n) => n.to_string(),
        Value::Array(items) => items.iter().filter_map(shown).collect::<Vec<_>>().join(","),
        Value::Object(_) => v.to_string(),
    })
}

/// The time in a cell `ts`: seconds, or a date as JSON logs may have.
pub(crate) fn time(cell: &[u8]) -> Option<f64> {
    number(cell).or_else(|| crate::format::typed_time(std::str::from_utf8(cell).ok()?.split('.').next()?))
}

/// The number in a cell.
pub(crate) fn number(cell: &[u8]) -> Option<f64> {
    // Most cells are short counts: they need no general parser.
    if !cell.is_empty() && cell.len() < 16 && cell.iter().all(u8::is_ascii_digit) {
        return Some(cell.iter().fold(0u64, |n, d| n * 10 + u64::from(d - b'0')) as f64);
    }
    let first = cell.first()?;
    if !(first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.')) {
        return None;
    }
    std::str::from_utf8(cell).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(form: &Form, line: &str, expected: &[Option<&str>]) {
        let reader = Reader::new(form, &["b", "missing", "a"]);
        let mut cells = Vec::new();
        reader.cells(line.as_bytes(), &mut cells);
        let found: Vec<_> =
            cells.iter().map(|c| c.as_ref().map(|c| String::from_utf8_lossy(c).into_owned())).collect();
        assert_eq!(found.iter().map(Option::as_deref).collect::<Vec<_>>(), expected, "{line}");
    }

    #[test]
    fn cells_by_column() {
        let columns = Form::Columns(Columns {
            separator: b'\t',
            unset: b"-".to_vec(),
            empty: Vec::new(),
            names: vec!["a".into(), "b".into()],
            types: Vec::new(),
            path: "x".into(),
        });
        check(&columns, "1\t2", &[Some("2"), None, Some("1")]);
        check(&columns, "1\t-", &[None, None, Some("1")]);
        check(&columns, "1", &[None, None, Some("1")]);
        check(&Form::Json, r#"{"a":[1,"x"],"b":true}"#, &[Some("T"), None, Some("1,x")]);
        check(&Form::Json, r#"{"a":null,"b":1.5}"#, &[Some("1.5"), None, None]);
        check(&Form::Json, "{", &[None, None, None]);
    }

    #[test]
    fn times() {
        assert_eq!(time(b"1300475167.096535"), Some(1_300_475_167.096_535));
        assert_eq!(time(b"2011-03-18T19:06:07.096535Z"), Some(1_300_475_167.0));
        assert_eq!(time(b"x"), None);
    }
}
