//! The text writer: TSV with its header, or JSON lines.
use crate::Writer;
use crate::cell::Schema;
use crate::checkpoint::Place;
use crate::json::{Json, JsonTimestamps};
use crate::output::{LogError, Output};
use crate::row::{Row, may_be_written};
use crate::shadow;
use crate::text::push_hex;
use crate::tsv::Tsv;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// The options of the text writer, named as the script module `LogAscii` names them.
#[derive(Clone, Debug)]
pub struct AsciiConfig {
    /// Whether to write JSON instead of TSV.
    pub use_json: bool,
    /// How JSON shows times.
    pub json_timestamps: JsonTimestamps,
    /// JSON: whether to write unset fields as null.
    pub json_include_unset_fields: bool,
    /// TSV: whether to write the `#` lines before and after the rows.
    pub include_meta: bool,
    /// Whether to write one header line of column names instead of the `#` lines.
    pub tsv: bool,
    /// The prefix of header lines.
    pub meta_prefix: Vec<u8>,
    /// The separator of columns.
    pub separator: Vec<u8>,
    /// The separator of the elements of a set or vector.
    pub set_separator: Vec<u8>,
    /// The text for an empty string, set or vector.
    pub empty_field: Vec<u8>,
    /// The text for an unset field.
    pub unset_field: Vec<u8>,
    /// Whether to write valid UTF-8 unescaped.
    pub enable_utf_8: bool,
    /// 0 for plain text, 1 to 9 for gzip at that level.
    pub gzip_level: u32,
    /// The text of the shadow file, which lies beside the log until the log is rotated
    /// ([`leftovers`](crate::leftovers)).
    pub shadow: Option<String>,
    /// The extension of the log's name, if an existing file must be renamed instead of replaced.
    pub sets_aside: Option<String>,
    /// Whether the folder was there before: if it is missing, it was removed, and is made again.
    pub knows_folder: bool,
}

impl Default for AsciiConfig {
    fn default() -> Self {
        AsciiConfig {
            use_json: false,
            json_timestamps: JsonTimestamps::Epoch,
            json_include_unset_fields: false,
            include_meta: true,
            tsv: false,
            meta_prefix: b"#".to_vec(),
            separator: b"\t".to_vec(),
            set_separator: b",".to_vec(),
            empty_field: b"(empty)".to_vec(),
            unset_field: b"-".to_vec(),
            enable_utf_8: true,
            gzip_level: 0,
            shadow: None,
            sets_aside: None,
            knows_folder: false,
        }
    }
}

/// Writes a log as text.
#[derive(Debug)]
pub struct AsciiWriter {
    path: PathBuf,
    schema: Schema,
    config: AsciiConfig,
    tsv: Tsv,
    json: Json,
    output: Option<Output>,
    scratch: Vec<u8>,
    rows: u64,
    /// The number of rows that earlier files lost.
    lost: u64,
    notice: Option<String>,
}

impl AsciiWriter {
    /// Creates `path` and writes the header. An existing file is replaced, unless the configuration says otherwise.
    pub fn create(path: &Path, schema: Schema, config: AsciiConfig) -> Result<Self, LogError> {
        let tsv = Tsv {
            separator: config.separator.clone(),
            set_separator: config.set_separator.clone(),
            empty_field: config.empty_field.clone(),
            unset_field: config.unset_field.clone(),
            utf8: config.enable_utf_8,
        };
        let json = Json::new(&schema, config.json_timestamps, config.json_include_unset_fields);
        let mut w = AsciiWriter {
            path: path.into(),
            schema,
            config,
            tsv,
            json,
            output: None,
            scratch: Vec::new(),
            rows: 0,
            lost: 0,
            notice: None,
        };
        w.set_aside()?;
        w.open()?;
        w.config.knows_folder = true;
        Ok(w)
    }

    /// Renames a log of an earlier run if the configuration wants that.
    fn set_aside(&mut self) -> Result<(), LogError> {
        let Some(extension) = &self.config.sets_aside else { return Ok(()) };
        let error = |source| LogError {
            path: self.path.clone(),
            action: "set aside the file of an earlier run".to_owned(),
            kept: true,
            source,
        };
        if let Some(to) = shadow::set_aside(&self.path, extension).map_err(error)? {
            self.notice = Some(format!("{} of an earlier run is now {}", self.path.display(), to.display()));
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), LogError> {
        if self.output.is_none() {
            self.output = Some(self.begin()?);
        }
        Ok(())
    }

    /// Opens the file. On failure, rows are kept until the file can be created.
    fn open_or_wait(&mut self) -> Result<(), LogError> {
        self.open().inspect_err(|_| self.output = Some(Output::missing(&self.path)))
    }

    /// Creates the log's file, in a folder that was there before.
    fn begin(&self) -> Result<Output, LogError> {
        match self.create_file() {
            Err(e) if self.config.knows_folder && e.source.kind() == ErrorKind::NotFound => {
                self.make_folder()?;
                self.create_file()
            }
            made => made,
        }
    }

    /// Creates the log's file with its header, and before it the shadow file if there is one.
    fn create_file(&self) -> Result<Output, LogError> {
        if let Some(text) = &self.config.shadow {
            shadow::create(&self.path, text)?;
        }
        let mut header = Vec::new();
        if self.config.include_meta && !self.config.use_json {
            self.header(&mut header);
        }
        Output::create(&self.path, self.config.gzip_level, &header)
    }

    /// Makes the folder of the file again.
    fn make_folder(&self) -> Result<(), LogError> {
        let folder = self.path.parent().filter(|f| !f.as_os_str().is_empty());
        folder.map_or(Ok(()), make_folders).map_err(|source| LogError {
            path: self.path.clone(),
            action: "create".to_owned(),
            kept: true,
            source,
        })
    }

    /// Creates a new file if the current one was removed, perhaps with its folder, or could not be created. The new
    /// file takes over the waiting rows. A file that was moved ends with its waiting rows; the next row begins a new one.
    fn begin_again(&mut self) -> Result<(), LogError> {
        if self.output.as_ref().is_some_and(Output::is_moved) {
            self.notice = Some(format!("{} was moved; the next row begins a new file", self.path.display()));
            return self.end();
        }
        let Some(removed) = self.output.take_if(|o| o.is_gone()) else { return Ok(()) };
        match self.make_folder().and_then(|()| self.begin()) {
            Ok(mut output) => {
                if !removed.is_missing() {
                    let (path, rows) = (self.path.display(), removed.rows());
                    self.notice =
                        Some(format!("{path} was removed with {rows} rows in it; a new file was begun"));
                }
                output.succeed(removed);
                self.output = Some(output);
                Ok(())
            }
            Err(e) => {
                let output = self.output.insert(removed);
                output.drop_oldest();
                Err(e)
            }
        }
    }

    /// Writes the buffer to the file.
    fn pass_on(&mut self) -> Result<(), LogError> {
        self.begin_again()?;
        self.output.as_mut().map_or(Ok(()), Output::pass_on)
    }

    fn header(&self, out: &mut Vec<u8>) {
        let c = &self.config;
        let join = |out: &mut Vec<u8>, items: &mut dyn Iterator<Item = String>| {
            for (i, item) in items.enumerate() {
                if i > 0 {
                    out.extend_from_slice(&c.separator);
                }
                out.extend_from_slice(item.as_bytes());
            }
        };
        let mut names = self.schema.columns.iter().map(|c| c.name.clone());
        if c.tsv {
            join(out, &mut names);
            out.push(b'\n');
            return;
        }
        out.extend_from_slice(&c.meta_prefix);
        out.extend_from_slice(b"separator ");
        escaped(out, &c.separator);
        out.push(b'\n');
        let mut line = |key: &str, value: &mut dyn FnMut(&mut Vec<u8>)| {
            out.extend_from_slice(&c.meta_prefix);
            out.extend_from_slice(key.as_bytes());
            out.extend_from_slice(&c.separator);
            value(out);
            out.push(b'\n');
        };
        line("set_separator", &mut |o| escaped(o, &c.set_separator));
        line("empty_field", &mut |o| escaped(o, &c.empty_field));
        line("unset_field", &mut |o| escaped(o, &c.unset_field));
        line("path", &mut |o| escaped(o, self.schema.path.as_bytes()));
        line("open", &mut now);
        line("fields", &mut |o| join(o, &mut names));
        line("types", &mut |o| join(o, &mut self.schema.columns.iter().map(|c| c.kind.to_string())));
    }

    fn close(&mut self) -> Result<(), LogError> {
        // If the file was removed, waiting rows go into a new one before that is closed.
        let again = match &self.output {
            Some(o) if o.waiting() > 0 => self.begin_again(),
            _ => Ok(()),
        };
        if let Err(e) = again {
            if let Some(output) = self.output.take() {
                self.lost += output.lost() + output.waiting();
            }
            return Err(e);
        }
        self.end()
    }

    /// Ends the file, wherever it is, with its waiting rows.
    fn end(&mut self) -> Result<(), LogError> {
        let Some(output) = self.output.take() else { return Ok(()) };
        let mut trailer = Vec::new();
        if self.config.include_meta && !self.config.use_json && !self.config.tsv {
            trailer.extend_from_slice(&self.config.meta_prefix);
            trailer.extend_from_slice(b"close");
            trailer.extend_from_slice(&self.config.separator);
            now(&mut trailer);
            trailer.push(b'\n');
        }
        let (ended, lost) = match output.end(&trailer) {
            Ok(lost) => (Ok(()), lost),
            Err((e, lost)) => (Err(e), lost),
        };
        self.lost += lost;
        ended
    }
}

/// Creates a folder and its parents with the mode of log folders: access for owner and group.
fn make_folders(folder: &Path) -> std::io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o750).create(folder)
}

impl Writer for AsciiWriter {
    fn write(&mut self, row: &dyn Row) -> Result<bool, LogError> {
        // A row that is not written creates no file.
        if self.output.is_none() && !may_be_written(row) {
            return Ok(false);
        }
        let opened = self.open_or_wait();
        let Some(output) = self.output.as_mut() else { return opened.map(|()| true) };
        let out = output.buffer();
        let start = out.len();
        let kept = if self.config.use_json {
            self.json.row(out, row, &mut self.scratch)
        } else {
            self.tsv.row(out, |line| row.give_line(line))
        };
        if !kept {
            return opened.map(|()| false);
        }
        // A row that looks like a header line gets its first byte escaped.
        if !self.config.meta_prefix.is_empty() && out[start..].starts_with(&self.config.meta_prefix) {
            let mut hex = Vec::with_capacity(4);
            push_hex(&mut hex, out[start]);
            out.splice(start..=start, hex);
        }
        self.rows += 1;
        let passed = if output.is_due() { self.pass_on() } else { opened };
        passed.map(|()| true)
    }

    fn flush(&mut self) -> Result<(), LogError> {
        self.begin_again()?;
        self.output.as_mut().map_or(Ok(()), Output::flush)
    }

    fn sync(&mut self) -> Result<Option<Place>, LogError> {
        self.flush()?;
        self.output.as_ref().map_or(Ok(None), Output::sync)
    }

    fn begin_file(&mut self) -> Result<Option<Place>, LogError> {
        self.open()?;
        self.sync()
    }

    fn rotate(&mut self, to: &Path, extension: &str) -> Result<Option<PathBuf>, LogError> {
        // While the disk is full, the rows and their file wait for the next rotation.
        self.pass_on()?;
        let Some(output) = &self.output else { return Ok(None) };
        let from = output.path().to_owned();
        // Before the file ends: if it cannot be renamed, it goes on.
        let to = shadow::rename(&from, to, extension).map_err(|source| LogError {
            path: from.clone(),
            action: format!("rotate to {}{extension}", to.display()),
            kept: true,
            source,
        })?;
        if let Err(e) = self.end() {
            self.notice = Some(format!("{} has no end: {e}", to.display()));
        }
        if self.config.shadow.is_some() {
            shadow::remove(&from)?;
        }
        Ok(Some(to))
    }

    fn finish(&mut self) -> Result<(), LogError> {
        self.close()
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn lost(&self) -> u64 {
        self.lost + self.output.as_ref().map_or(0, Output::lost)
    }

    fn notice(&mut self) -> Option<String> {
        self.notice.take()
    }
}

impl Drop for AsciiWriter {
    /// Ends a log that was not finished. Errors are lost: there is no caller to report them to.
    fn drop(&mut self) {
        drop(self.close());
    }
}

/// Appends a header value; white space and unprintable bytes become `\xHH`.
fn escaped(out: &mut Vec<u8>, s: &[u8]) {
    for &b in s {
        if b.is_ascii_graphic() {
            out.push(b);
        } else {
            push_hex(out, b);
        }
    }
}

/// Appends the local time in the format of `#open` and `#close` lines.
fn now(out: &mut Vec<u8>) {
    drop(write!(out, "{}", jiff::Zoned::now().strftime("%Y-%m-%d-%H-%M-%S")));
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests read what was written")]
mod tests {
    use super::*;
    use crate::cell::{Cell, Column, Kind};

    fn schema() -> Schema {
        Schema::new(
            "t",
            vec![Column::new("a", Kind::String), Column::new("s", Kind::Set(Box::new(Kind::Count)))],
        )
    }

    #[test]
    fn a_log_begins_and_ends_as_the_field_expects() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("t.log");
        let mut w = AsciiWriter::create(&file, schema(), AsciiConfig::default()).unwrap();
        w.write(&[Cell::Str(b"#x"), Cell::List(&[Cell::Count(1), Cell::Count(2)])]).unwrap();
        w.finish().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..5],
            ["#separator \\x09", "#set_separator\t,", "#empty_field\t(empty)", "#unset_field\t-", "#path\tt"]
        );
        assert!(lines[5].starts_with("#open\t20"));
        assert_eq!(lines[6..9], ["#fields\ta\ts", "#types\tstring\tset[count]", "\\x23x\t1,2"]);
        assert!(lines[9].starts_with("#close\t20"));
        assert_eq!(lines.len(), 10);
    }

    #[test]
    fn logs_of_earlier_runs_are_set_aside_with_whole_lines() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("t.log");
        for run in 1..=3 {
            let config = AsciiConfig { sets_aside: Some(".log".to_owned()), ..AsciiConfig::default() };
            let mut w = AsciiWriter::create(&file, schema(), config).unwrap();
            assert_eq!(w.notice().is_some(), run > 1);
            w.write(&[Cell::Str(format!("run {run}").as_bytes()), Cell::Unset]).unwrap();
            w.finish().unwrap();
            let mut log = std::fs::OpenOptions::new().append(true).open(&file).unwrap();
            log.write_all(b"half a li").unwrap();
        }
        for (name, row) in [("t-earlier.log", "run 1"), ("t-earlier-2.log", "run 2")] {
            let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
            assert!(text.contains(&format!("{row}\t-\n")) && text.ends_with('\n'), "{name}: {text}");
        }
        assert!(std::fs::read_to_string(&file).unwrap().contains("run 3\t-\n"));
    }

    #[test]
    fn rotation_moves_the_file_and_begins_anew_with_the_next_row() {
        let dir = tempfile::tempdir().unwrap();
        let (file, to) = (dir.path().join("t.log"), dir.path().join("t-old"));
        let mut w = AsciiWriter::create(&file, schema(), AsciiConfig::default()).unwrap();
        w.write(&[Cell::Str(b"one"), Cell::Unset]).unwrap();
        let old = w.rotate(&to, ".log").unwrap();
        assert_eq!(old, Some(dir.path().join("t-old.log")));
        assert_eq!(w.rotate(&to, ".log").unwrap(), None, "nothing was written since");
        w.write(&[Cell::Str(b"two"), Cell::Unset]).unwrap();
        let second = w.rotate(&to, ".log").unwrap();
        assert_eq!(second, Some(dir.path().join("t-old-2.log")), "a file of that name is there");
        w.write(&[Cell::Str(b"three"), Cell::Unset]).unwrap();
        w.finish().unwrap();
        for (name, row) in [("t-old.log", "one"), ("t-old-2.log", "two"), ("t.log", "three")] {
            let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
            assert!(text.contains(&format!("{row}\t-\n#close")), "{name}: {text}");
        }
        assert_eq!((w.rows(), w.lost()), (3, 0));
    }

    #[test]
    fn a_log_that_cannot_be_renamed_goes_on_and_is_rotated_later() {
        let dir = tempfile::tempdir().unwrap();
        let (file, away) = (dir.path().join("t.log"), dir.path().join("away"));
        let mut w = AsciiWriter::create(&file, schema(), AsciiConfig::default()).unwrap();
        w.write(&[Cell::Str(b"one"), Cell::Unset]).unwrap();
        assert!(w.rotate(&away.join("t"), ".log").unwrap_err().kept);
        w.write(&[Cell::Str(b"two"), Cell::Unset]).unwrap();
        std::fs::create_dir(&away).unwrap();
        assert_eq!(w.rotate(&away.join("t"), ".log").unwrap(), Some(away.join("t.log")));
        let text = std::fs::read_to_string(away.join("t.log")).unwrap();
        assert!(text.contains("one\t-\ntwo\t-\n#close"), "{text}");
        assert!(!file.exists());
    }

    #[test]
    fn a_log_that_is_removed_is_begun_again_and_rows_that_wait_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("logs");
        std::fs::create_dir(&folder).unwrap();
        let file = folder.join("t.log");
        let mut w = AsciiWriter::create(&file, schema(), AsciiConfig::default()).unwrap();
        w.write(&[Cell::Str(b"one"), Cell::Unset]).unwrap();
        w.flush().unwrap();
        w.write(&[Cell::Str(b"two"), Cell::Unset]).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        w.flush().unwrap();
        assert_eq!(
            w.notice(),
            Some(format!("{} was removed with 1 rows in it; a new file was begun", file.display()))
        );
        // A file has the folder's name: rows wait until it is removed.
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "").unwrap();
        w.write(&[Cell::Str(b"three"), Cell::Unset]).unwrap();
        assert!(w.flush().unwrap_err().kept);
        std::fs::remove_file(&folder).unwrap();
        w.finish().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("#separator") && text.contains("three\t-\n#close"), "{text}");
        assert_eq!(w.lost(), 0);
    }

    #[test]
    fn a_log_that_is_moved_is_whole_and_the_next_row_begins_another() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, away) = (dir.path().join("logs"), dir.path().join("away"));
        std::fs::create_dir(&folder).unwrap();
        let file = folder.join("t.log");
        let mut w = AsciiWriter::create(&file, schema(), AsciiConfig::default()).unwrap();
        w.write(&[Cell::Str(b"one"), Cell::Unset]).unwrap();
        w.flush().unwrap();
        w.write(&[Cell::Str(b"two"), Cell::Unset]).unwrap();
        std::fs::rename(&folder, &away).unwrap();
        // There is nothing to rotate, and that is no error.
        assert_eq!(w.rotate(&folder.join("t-old"), ".log").unwrap(), None);
        let notice = format!("{} was moved; the next row begins a new file", file.display());
        assert_eq!(w.notice(), Some(notice.clone()));
        w.write(&[Cell::Str(b"three"), Cell::Unset]).unwrap();
        w.flush().unwrap();
        // As logrotate(8) moves it.
        std::fs::rename(&file, folder.join("t.log.1")).unwrap();
        w.flush().unwrap();
        assert_eq!(w.notice(), Some(notice));
        w.write(&[Cell::Str(b"four"), Cell::Unset]).unwrap();
        w.finish().unwrap();
        for (path, rows) in [
            (away.join("t.log"), "one\t-\ntwo\t-\n#close"),
            (folder.join("t.log.1"), "three\t-\n#close"),
            (file, "four\t-\n#close"),
        ] {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("#separator") && text.contains(rows), "{}: {text}", path.display());
        }
        assert_eq!((w.rows(), w.lost()), (4, 0));
    }

    #[test]
    fn json_has_no_header() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("t.log");
        let config = AsciiConfig { use_json: true, ..AsciiConfig::default() };
        let mut w = AsciiWriter::create(&file, schema(), config).unwrap();
        w.write(&[Cell::Str(b"x"), Cell::List(&[])]).unwrap();
        w.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\"a\":\"x\",\"s\":[]}\n");
    }

    #[test]
    fn an_error_names_file_and_action() {
        let e =
            AsciiWriter::create(Path::new("/nowhere/t.log"), schema(), AsciiConfig::default()).unwrap_err();
        assert!(e.to_string().starts_with("/nowhere/t.log: cannot create the log: "), "{e}");
    }
}
