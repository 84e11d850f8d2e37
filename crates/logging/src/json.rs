//! Rows as JSON: one object per row.
use crate::cell::{Cell, Column, Schema};
use crate::cells::Cells;
use crate::number::write_json_double;
use crate::row::Row;
use crate::text::escape_utf8;
use std::io::Write;

/// How JSON shows a `time`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JsonTimestamps {
    /// Seconds since the epoch, as a number with decimals.
    #[default]
    Epoch,
    /// Whole milliseconds since the epoch.
    Millis,
    /// Like `Millis`, but unsigned.
    MillisUnsigned,
    /// `2011-11-03T00:19:14.496300Z`
    Iso8601,
}

/// Formats rows as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Json {
    timestamps: JsonTimestamps,
    include_unset: bool,
    /// The text before the value of each column: `"name":`.
    keys: Box<[Box<[u8]>]>,
}

/// A row that is being written.
struct Object<'a> {
    json: &'a Json,
    out: &'a mut Vec<u8>,
    scratch: &'a mut Vec<u8>,
    /// The next column.
    at: usize,
    /// Whether the object has a member already.
    begun: bool,
    /// In a list: the number of elements so far.
    elements: Option<usize>,
}

impl Object<'_> {
    /// Begins the member of the next column.
    fn key(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            self.out.push(b',');
        }
        self.out.extend_from_slice(self.json.keys.get(self.at).map_or(&[], |k| k));
        self.at += 1;
    }
}

impl Cells for Object<'_> {
    fn cell(&mut self, cell: Cell<'_>) {
        match &mut self.elements {
            None if cell == Cell::Unset && !self.json.include_unset => {
                self.at += 1;
                return;
            }
            None => self.key(),
            Some(n) => {
                if *n > 0 {
                    self.out.push(b',');
                }
                *n += 1;
            }
        }
        self.json.cell(self.out, &cell, self.scratch);
    }

    fn begin_list(&mut self) {
        self.key();
        self.out.push(b'[');
        self.elements = Some(0);
    }

    fn end_list(&mut self) {
        self.elements = None;
        self.out.push(b']');
    }
}

impl Json {
    /// Formats rows of logs with these columns.
    pub(crate) fn new(schema: &Schema, timestamps: JsonTimestamps, include_unset: bool) -> Self {
        let key = |column: &Column| {
            let mut key = Vec::new();
            write_json_string(&mut key, column.name.as_bytes());
            key.push(b':');
            key.into_boxed_slice()
        };
        Json { timestamps, include_unset, keys: schema.columns.iter().map(key).collect() }
    }

    /// Appends a row. If the row is discarded ([`Row::give`]), appends nothing and returns false.
    pub(crate) fn row(&self, out: &mut Vec<u8>, row: &dyn Row, scratch: &mut Vec<u8>) -> bool {
        let start = out.len();
        out.push(b'{');
        let mut object = Object { json: self, out, scratch, at: 0, begun: false, elements: None };
        let kept = row.give(&mut object);
        if kept {
            out.extend_from_slice(b"}\n");
        } else {
            out.truncate(start);
        }
        kept
    }

    fn cell(&self, out: &mut Vec<u8>, cell: &Cell<'_>, scratch: &mut Vec<u8>) {
        let mut numbers = itoa::Buffer::new();
        match *cell {
            Cell::Unset => out.extend_from_slice(b"null"),
            Cell::Bool(b) => out.extend_from_slice(if b { b"true" } else { b"false" }),
            Cell::Int(n) => out.extend_from_slice(numbers.format(n).as_bytes()),
            Cell::Count(n) => out.extend_from_slice(numbers.format(n).as_bytes()),
            Cell::Port(n) => out.extend_from_slice(numbers.format(n).as_bytes()),
            Cell::Double(d) | Cell::Interval(d) => write_json_double(out, d),
            Cell::Time(d) => self.time(out, d),
            // Writing to a Vec cannot fail.
            Cell::Addr(a) => drop(write!(out, "\"{a}\"")),
            Cell::Subnet(n) => drop(write!(out, "\"{n}\"")),
            Cell::Str(s) => {
                scratch.clear();
                escape_utf8(scratch, s, true);
                write_json_string(out, scratch);
            }
            Cell::List(cells) => {
                out.push(b'[');
                for (i, c) in cells.iter().enumerate() {
                    if i > 0 {
                        out.push(b',');
                    }
                    self.cell(out, c, scratch);
                }
                out.push(b']');
            }
        }
    }

    fn time(&self, out: &mut Vec<u8>, d: f64) {
        match self.timestamps {
            JsonTimestamps::Epoch => write_json_double(out, d),
            JsonTimestamps::Millis => drop(write!(out, "{}", (d * 1000.0) as i64)),
            JsonTimestamps::MillisUnsigned => drop(write!(out, "{}", (d * 1000.0) as i64 as u64)),
            JsonTimestamps::Iso8601 => {
                let secs = d.floor();
                match jiff::Timestamp::from_second(secs as i64) {
                    Ok(t) => {
                        let micros = ((d - secs) * 1e6).round();
                        drop(write!(out, "\"{}.{micros:06.0}Z\"", t.strftime("%Y-%m-%dT%H:%M:%S")));
                    }
                    // Times beyond the calendar's range get the text that Zeek writes.
                    Err(_) => out.extend_from_slice(b"\"2000-01-01T00:00:00.000000\""),
                }
            }
        }
    }
}

/// Appends UTF-8 text as a JSON string (RFC 8259, section 7).
pub fn write_json_string(out: &mut Vec<u8>, s: &[u8]) {
    out.push(b'"');
    for &b in s {
        match b {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', b]),
            8 => out.extend_from_slice(b"\\b"),
            9 => out.extend_from_slice(b"\\t"),
            10 => out.extend_from_slice(b"\\n"),
            12 => out.extend_from_slice(b"\\f"),
            13 => out.extend_from_slice(b"\\r"),
            0..32 => drop(write!(out, "\\u{b:04X}")),
            _ => out.push(b),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Kind;

    fn check(timestamps: JsonTimestamps, cell: Cell<'_>, expected: &str) {
        let schema = Schema::new("x", vec![Column::new("v", Kind::String)]);
        let mut out = Vec::new();
        assert!(Json::new(&schema, timestamps, false).row(&mut out, &[cell], &mut Vec::new()));
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, format!("{expected}\n"));
        let _: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    }

    #[test]
    fn values() {
        check(JsonTimestamps::Epoch, Cell::Unset, "{}");
        check(JsonTimestamps::Epoch, Cell::Time(1.5), r#"{"v":1.5}"#);
        check(JsonTimestamps::Millis, Cell::Time(1.5), r#"{"v":1500}"#);
        check(
            JsonTimestamps::Iso8601,
            Cell::Time(1_320_279_554.496_3),
            r#"{"v":"2011-11-03T00:19:14.496300Z"}"#,
        );
        check(JsonTimestamps::Epoch, Cell::List(&[Cell::Count(1), Cell::Unset]), r#"{"v":[1,null]}"#);
    }

    #[test]
    fn bytes_that_are_no_text_are_escaped_twice() {
        check(JsonTimestamps::Epoch, Cell::Str(b"\xff\"\n"), "{\"v\":\"\\\\xff\\\"\\n\"}");
    }
}
