//! Writes rows of cells as TSV and as JSON, and reads them back.
//!
//! Fuzz targets and the smoke run share this file.
use logging::{AsciiConfig, AsciiWriter, Cell, Column, Kind, Schema, Writer, escape_utf8};
use net_types::Addr;
use serde_json::Value;

/// Returns the columns of every log.
fn columns() -> Vec<Column> {
    let set = |of| Kind::Set(Box::new(of));
    [
        ("flag", Kind::Bool),
        ("int", Kind::Int),
        ("count", Kind::Count),
        ("text", Kind::String),
        ("port", Kind::Port),
        ("addr", Kind::Addr),
        ("texts", set(Kind::String)),
        ("counts", Kind::Vector(Box::new(Kind::Count))),
    ]
    .map(|(name, kind)| Column::new(name, kind))
    .into()
}

/// A source of values made from arbitrary bytes.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> u8 {
        let Some((&b, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        b
    }

    fn word(&mut self) -> u64 {
        // Few bytes make small numbers.
        let n = self.byte() % 9;
        (0..n).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    fn text(&mut self) -> &'a [u8] {
        let n = usize::from(self.byte() % 24).min(self.0.len());
        let (text, rest) = self.0.split_at(n);
        self.0 = rest;
        text
    }
}

/// Writes rows made from these bytes in both formats, and compares the values read back.
pub(crate) fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let folder = tempfile::tempdir().expect("a folder");
    let schema = || Schema::new("x", columns());
    let (tsv, json) = (folder.path().join("x.tsv"), folder.path().join("x.json"));
    // JSON logs are always UTF-8, so the TSV log is written with escapes for all other bytes.
    let config = AsciiConfig { enable_utf_8: false, include_meta: false, ..AsciiConfig::default() };
    let mut as_tsv = AsciiWriter::create(&tsv, schema(), config).expect("a log");
    let config = AsciiConfig { use_json: true, json_include_unset_fields: true, ..AsciiConfig::default() };
    let mut as_json = AsciiWriter::create(&json, schema(), config).expect("a log");
    let mut rows = 0;
    while !bytes.0.is_empty() && rows < 8 {
        let texts: Vec<Cell<'_>> = (0..bytes.byte() % 4).map(|_| Cell::Str(bytes.text())).collect();
        let counts: Vec<Cell<'_>> = (0..bytes.byte() % 4).map(|_| Cell::Count(bytes.word())).collect();
        let mut row = [
            Cell::Bool(bytes.byte() & 1 == 1),
            Cell::Int(bytes.word() as i64),
            Cell::Count(bytes.word()),
            Cell::Str(bytes.text()),
            Cell::Port(bytes.word() as u16),
            Cell::Addr(Addr::v4((bytes.word() as u32).to_be_bytes())),
            Cell::List(&texts),
            Cell::List(&counts),
        ];
        let unset = bytes.byte();
        for (i, cell) in row.iter_mut().enumerate() {
            if unset & 0x80 != 0 && unset >> (i % 7) & 1 == 1 {
                *cell = Cell::Unset;
            }
        }
        as_tsv.write(&row).expect("written");
        as_json.write(&row).expect("written");
        rows += 1;
    }
    as_tsv.finish().expect("written");
    as_json.finish().expect("written");
    #[expect(clippy::disallowed_methods, reason = "reads what was written")]
    let (tsv, json) = (std::fs::read(tsv).expect("a log"), std::fs::read(json).expect("a log"));
    let tsv = String::from_utf8(tsv).expect("TSV with escapes is ASCII");
    let json = String::from_utf8(json).expect("JSON is UTF-8");
    let (tsv, json): (Vec<&str>, Vec<&str>) = (tsv.lines().collect(), json.lines().collect());
    assert_eq!((tsv.len(), json.len()), (rows, rows), "a line for each row");
    for (tsv, json) in tsv.iter().zip(json) {
        let object: Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"));
        let cells: Vec<&str> = tsv.split('\t').collect();
        let columns = columns();
        assert_eq!(cells.len(), columns.len(), "{tsv}");
        for (cell, column) in cells.into_iter().zip(&columns) {
            assert_eq!(from_tsv(cell, &column.kind), from_json(&object[&column.name]), "{tsv}\n{json}");
        }
    }
}

/// A value as far as both formats can express it: texts by their bytes.
#[derive(PartialEq, Debug)]
enum Read {
    Unset,
    Text(Vec<u8>),
    List(Vec<Read>),
}

fn from_tsv(cell: &str, kind: &Kind) -> Read {
    match (cell, kind) {
        ("-", _) => Read::Unset,
        // A set of one empty text looks like an empty set.
        ("(empty)", Kind::Set(_) | Kind::Vector(_)) => Read::List(Vec::new()),
        (_, Kind::Set(of) | Kind::Vector(of)) => {
            Read::List(cell.split(',').map(|c| from_tsv(c, of)).collect())
        }
        ("(empty)", _) => Read::Text(Vec::new()),
        _ => Read::Text(as_in_json(&unescaped(cell.as_bytes()))),
    }
}

/// Decodes `\xHH` and doubled backslashes.
fn unescaped(mut s: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some((&b, rest)) = s.split_first() {
        let (byte, after) = match (b, rest) {
            (b'\\', [b'\\', rest @ ..]) => (b'\\', rest),
            (b'\\', [b'x', high, low, rest @ ..]) => {
                let half = |b: &u8| char::from(*b).to_digit(16).expect("a digit") as u8;
                (half(high) << 4 | half(low), rest)
            }
            _ => (b, rest),
        };
        out.push(byte);
        s = after;
    }
    out
}

/// Returns bytes as they appear in JSON strings.
fn as_in_json(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    escape_utf8(&mut out, bytes, true);
    out
}

fn from_json(value: &Value) -> Read {
    match value {
        Value::Null => Read::Unset,
        Value::Bool(b) => Read::Text(if *b { b"T".to_vec() } else { b"F".to_vec() }),
        Value::Number(n) => Read::Text(n.to_string().into_bytes()),
        Value::String(s) => Read::Text(s.clone().into_bytes()),
        Value::Array(items) => {
            let items: Vec<Read> = items.iter().map(from_json).collect();
            Read::List(if items == [Read::Text(Vec::new())] { Vec::new() } else { items })
        }
        Value::Object(_) => panic!("no column is an object"),
    }
}
