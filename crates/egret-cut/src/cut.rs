//! Cuts a log line by line. Header lines say which columns there are; a row of JSON says it itself.
use crate::json::{self, Row};
use crate::when::TimeFormat;
use std::io::{self, Write};

/// Which header lines are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeaderMode {
    /// No lines.
    None,
    /// All lines of the first block.
    First,
    /// All lines of every block.
    All,
    /// Only the column names of the first block.
    FirstMinimal,
    /// Only the column names of every block.
    AllMinimal,
}

/// Prints the wanted columns of each line.
pub(crate) struct Cutter {
    wanted: Vec<Vec<u8>>,
    not: bool,
    headers: HeaderMode,
    output_separator: Option<Vec<u8>>,
    times: Option<TimeFormat>,
    separator: Vec<u8>,
    /// Positions of the columns to print, in order; `None` for a column that the log lacks, whose cells are empty.
    picked: Vec<Option<usize>>,
    is_time: Vec<bool>,
    blocks: u32,
    in_block: bool,
    /// Whether some log had each of the wanted columns.
    found: Vec<bool>,
    /// All columns of the logs so far, for a message.
    known: Vec<Vec<u8>>,
    /// The columns of a log of JSON, once it has begun.
    json: Option<Vec<Vec<u8>>>,
}

impl Cutter {
    pub(crate) fn new(
        wanted: Vec<Vec<u8>>,
        not: bool,
        headers: HeaderMode,
        output_separator: Option<Vec<u8>>,
        times: Option<TimeFormat>,
    ) -> Self {
        Cutter {
            found: vec![false; wanted.len()],
            known: Vec::new(),
            json: None,
            wanted,
            not,
            headers,
            output_separator,
            times,
            separator: b"\t".to_vec(),
            picked: Vec::new(),
            is_time: Vec::new(),
            blocks: 0,
            in_block: false,
        }
    }

    /// Processes a line, given without its line feed.
    pub(crate) fn line(&mut self, line: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if line.first() == Some(&b'#') {
            if !self.in_block {
                self.in_block = true;
                self.blocks += 1;
            }
            self.json = None;
            return self.header(line, out);
        }
        self.in_block = false;
        if self.json.is_some() || self.picked.is_empty() && json::is_row(line) {
            return self.json_row(line, out);
        }
        let cells: Vec<&[u8]> = split(line, &self.separator).collect();
        let between = self.output_separator.as_deref().unwrap_or(&self.separator);
        for (i, at) in self.picked.iter().enumerate() {
            if i > 0 {
                out.write_all(between)?;
            }
            let cell = at.and_then(|n| cells.get(n)).copied().unwrap_or_default();
            let is_time = at.is_some_and(|n| self.is_time.get(n) == Some(&true));
            match (&self.times, is_time) {
                (Some(format), true) => out.write_all(&format.cell(cell))?,
                _ => out.write_all(cell)?,
            }
        }
        out.write_all(b"\n")
    }

    /// Prints the columns of a row of JSON. Without wanted columns, those of the first row are printed.
    fn json_row(&mut self, line: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let Some(row) = Row::of(line) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line of a JSON log is no JSON object"));
        };
        for (name, _) in &row.0 {
            self.saw(name.as_bytes());
        }
        let columns = match self.json.take() {
            Some(columns) => columns,
            None => {
                let own = row.0.iter().map(|(name, _)| name.clone().into_bytes());
                let columns: Vec<Vec<u8>> = if self.wanted.is_empty() {
                    own.collect()
                } else if self.not {
                    own.filter(|n| !self.wanted.contains(n)).collect()
                } else {
                    self.wanted.clone()
                };
                let key: &[u8] = match self.headers {
                    HeaderMode::None => b"",
                    HeaderMode::First | HeaderMode::All => b"#fields",
                    HeaderMode::FirstMinimal | HeaderMode::AllMinimal => b"-",
                };
                if !key.is_empty() {
                    let mut names: Vec<&[u8]> = columns.iter().map(Vec::as_slice).collect();
                    if key.first() == Some(&b'#') {
                        names.insert(0, key);
                    }
                    self.joined(&names, out)?;
                }
                columns
            }
        };
        let cell = |column: &Vec<u8>| {
            let cell = row.cell(column).unwrap_or_else(|| "-".to_owned()).into_bytes();
            match &self.times {
                Some(format) if column == b"ts" => format.cell(&cell),
                _ => cell,
            }
        };
        let cells: Vec<Vec<u8>> = columns.iter().map(cell).collect();
        let cells: Vec<&[u8]> = cells.iter().map(Vec::as_slice).collect();
        let done = self.joined(&cells, out);
        self.json = Some(columns);
        done
    }

    fn joined(&self, cells: &[&[u8]], out: &mut dyn Write) -> io::Result<()> {
        let between = self.output_separator.as_deref().unwrap_or(&self.separator);
        out.write_all(&cells.join(between))?;
        out.write_all(b"\n")
    }

    /// Notes that a log has a column.
    fn saw(&mut self, name: &[u8]) {
        for (wanted, found) in self.wanted.iter().zip(&mut self.found) {
            *found |= wanted == name;
        }
        if !self.known.iter().any(|k| k == name) {
            self.known.push(name.to_vec());
        }
    }

    /// What to say at the end: wanted columns that no log had. `None` if all were there, or no log was.
    pub(crate) fn missing(&self) -> Option<String> {
        let text = |names: &[&Vec<u8>]| {
            let texts: Vec<_> = names.iter().map(|n| String::from_utf8_lossy(n)).collect();
            texts.join(" ")
        };
        let missing: Vec<&Vec<u8>> =
            self.wanted.iter().zip(&self.found).filter(|(_, found)| !**found).map(|(w, _)| w).collect();
        if missing.is_empty() || self.known.is_empty() {
            return None;
        }
        let known: Vec<&Vec<u8>> = self.known.iter().collect();
        Some(format!("no column {}; there are: {}", text(&missing), text(&known)))
    }

    fn header(&mut self, line: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if let Some(text) = line.strip_prefix(b"#separator ") {
            self.separator = unescape(text);
        }
        let separator = self.separator.clone();
        let mut parts = split(line, &separator);
        let key = parts.next().unwrap_or_default().to_vec();
        let values: Vec<&[u8]> = parts.collect();
        match &key[..] {
            b"#fields" => self.pick(&values),
            b"#types" => {
                self.is_time = values.iter().map(|t| *t == b"time").collect();
            }
            _ => {}
        }
        let first = self.blocks == 1;
        let (whole, minimal) = match self.headers {
            HeaderMode::None => (false, false),
            HeaderMode::First => (first, false),
            HeaderMode::All => (true, false),
            HeaderMode::FirstMinimal => (false, first),
            HeaderMode::AllMinimal => (false, true),
        };
        let between = self.output_separator.as_deref().unwrap_or(&self.separator).to_vec();
        match &key[..] {
            b"#fields" if minimal => self.picked_of(&values, &between, out, None),
            b"#fields" if whole => self.picked_of(&values, &between, out, Some(&key)),
            b"#types" if whole => {
                let shown: Vec<&[u8]> = values
                    .iter()
                    .map(|t| if *t == b"time" && self.times.is_some() { b"string" } else { *t })
                    .collect();
                self.picked_of(&shown, &between, out, Some(&key))
            }
            _ if whole => {
                out.write_all(line)?;
                out.write_all(b"\n")
            }
            _ => Ok(()),
        }
    }

    fn pick(&mut self, names: &[&[u8]]) {
        names.iter().for_each(|n| self.saw(n));
        self.picked = if self.wanted.is_empty() {
            (0..names.len()).map(Some).collect()
        } else if self.not {
            (0..names.len()).filter(|&i| !self.wanted.iter().any(|w| w == names[i])).map(Some).collect()
        } else {
            self.wanted.iter().map(|w| names.iter().position(|n| n == w)).collect()
        };
    }

    /// Prints the values of a header line for the wanted columns, after `key` if given.
    fn picked_of(
        &self,
        values: &[&[u8]],
        between: &[u8],
        out: &mut dyn Write,
        key: Option<&[u8]>,
    ) -> io::Result<()> {
        let mut first = true;
        if let Some(key) = key {
            out.write_all(key)?;
            first = false;
        }
        for at in &self.picked {
            if !first {
                out.write_all(between)?;
            }
            first = false;
            out.write_all(at.and_then(|n| values.get(n)).copied().unwrap_or_default())?;
        }
        out.write_all(b"\n")
    }
}

fn split<'a>(line: &'a [u8], separator: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let s = rest?;
        if separator.is_empty() {
            rest = None;
            return Some(s);
        }
        match s.windows(separator.len()).position(|w| w == separator) {
            Some(at) => {
                rest = Some(&s[at + separator.len()..]);
                Some(&s[..at])
            }
            None => {
                rest = None;
                Some(s)
            }
        }
    })
}

/// Replaces escapes such as `\x09` by their bytes.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&b, tail)) = rest.split_first() {
        let hex = tail.strip_prefix(b"x").and_then(|t| t.get(..2)).and_then(|h| std::str::from_utf8(h).ok());
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()) {
            Some(byte) if b == b'\\' => {
                out.push(byte);
                rest = &tail[3..];
            }
            _ => {
                out.push(b);
                rest = tail;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "#separator \\x09\n#set_separator\t,\n#unset_field\t-\n#path\tt\n#open\t2020-01-01-00-00-00\n\
                       #fields\tts\tuid\tn\n#types\ttime\tstring\tcount\n1.500000\tC1\t7\n2.000000\tC2\t-\n#close\t2020-01-01-00-00-01\n";

    fn check(
        columns: &[&str],
        not: bool,
        headers: HeaderMode,
        separator: Option<&str>,
        times: Option<TimeFormat>,
        expected: &str,
    ) {
        let columns = columns.iter().map(|c| c.as_bytes().to_vec()).collect();
        let mut c = Cutter::new(columns, not, headers, separator.map(|s| s.as_bytes().to_vec()), times);
        let mut out = Vec::new();
        for line in LOG.lines() {
            c.line(line.as_bytes(), &mut out).unwrap();
        }
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn columns_in_the_order_asked() {
        check(&["n", "ts"], false, HeaderMode::None, None, None, "7\t1.500000\n-\t2.000000\n");
        check(&[], false, HeaderMode::None, Some("|"), None, "1.500000|C1|7\n2.000000|C2|-\n");
    }

    #[test]
    fn json_has_the_same_columns() {
        let cut = |columns: &[&str], not: bool, headers: HeaderMode| {
            let columns: Vec<Vec<u8>> = columns.iter().map(|c| c.as_bytes().to_vec()).collect();
            let mut c = Cutter::new(columns, not, headers, None, Some(TimeFormat::utc("%Y".to_owned())));
            let mut out = Vec::new();
            for line in [
                r#"{"ts":1.5,"uid":"C1","n":7,"l":["a","b"],"t":true}"#,
                r#"{"ts":2.5,"uid":"C2","x":null,"l":[]}"#,
            ] {
                c.line(line.as_bytes(), &mut out).unwrap();
            }
            (String::from_utf8(out).unwrap(), c.missing())
        };
        assert_eq!(cut(&["n", "ts", "l"], false, HeaderMode::None).0, "7\t1970\ta,b\n-\t1970\t(empty)\n");
        assert_eq!(cut(&["l", "ts"], true, HeaderMode::First).0, "#fields\tuid\tn\tt\nC1\t7\tT\nC2\t-\t-\n");
        assert_eq!(cut(&["uid"], false, HeaderMode::FirstMinimal).0, "uid\nC1\nC2\n");
        let missing = cut(&["uid", "user"], false, HeaderMode::None).1;
        assert_eq!(missing.as_deref(), Some("no column user; there are: ts uid n l t x"));
    }

    #[test]
    fn a_column_that_no_log_has_is_named() {
        let mut c = Cutter::new(vec![b"uid".to_vec(), b"nope".to_vec()], false, HeaderMode::None, None, None);
        assert_eq!(c.missing(), None);
        for line in LOG.lines() {
            c.line(line.as_bytes(), &mut Vec::new()).unwrap();
        }
        assert_eq!(c.missing().as_deref(), Some("no column nope; there are: ts uid n"));
        c.line(b"#fields\tnope", &mut Vec::new()).unwrap();
        assert_eq!(c.missing(), None);
    }

    #[test]
    fn cells_of_missing_columns_are_empty() {
        check(&["uid", "nope"], false, HeaderMode::None, None, None, "C1\t\nC2\t\n");
        check(&["nope", "uid"], false, HeaderMode::AllMinimal, None, None, "\tuid\n\tC1\n\tC2\n");
    }

    #[test]
    fn all_but() {
        check(&["ts"], true, HeaderMode::None, None, None, "C1\t7\nC2\t-\n");
    }

    #[test]
    fn headers() {
        check(&["n"], false, HeaderMode::FirstMinimal, None, None, "n\n7\n-\n");
        let whole = "#separator \\x09\n#set_separator\t,\n#unset_field\t-\n#path\tt\n#open\t2020-01-01-00-00-00\n\
                     #fields\tn\n#types\tcount\n7\n-\n";
        check(&["n"], false, HeaderMode::First, None, None, whole);
    }

    #[test]
    fn times_become_text() {
        let utc = TimeFormat::utc("%Y-%m-%dT%H:%M:%S%z".to_owned());
        check(
            &["ts"],
            false,
            HeaderMode::None,
            None,
            Some(utc),
            "1970-01-01T00:00:01+0000\n1970-01-01T00:00:02+0000\n",
        );
    }
}
