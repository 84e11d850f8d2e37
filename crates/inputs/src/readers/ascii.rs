//! The reader of text in columns: a line with the names of the columns (`#fields`, or the first line), then one line
//! for each row. Other lines that begin with `#` are comments.
use super::lines::{LastRead, Lines};
use super::{MESSAGES, Mode, Reader, Request, Settings, Step, prefixed};
use crate::item::Item;
use crate::outbox::Outbox;
use crate::text::{self, Notation};
use outside::Sources;

pub(super) struct Ascii {
    request: Request,
    separator: Vec<u8>,
    notation: Notation,
    set_separator: Vec<u8>,
    fail_on_invalid_lines: bool,
    fail_on_file_problem: bool,
    path: String,
    file: Option<Lines>,
    header: Vec<u8>,
    /// The position in a line of each of the stream's columns; `None` if the file lacks the column.
    places: Vec<Option<Place>>,
    last_read: LastRead,
}

#[derive(Clone, Copy)]
struct Place {
    at: usize,
    /// The column that names a port's transport.
    proto: Option<usize>,
}

impl Ascii {
    pub(super) fn new(request: Request, settings: &Settings<'_>) -> Self {
        let own = |key: &str| request.config.get(key).cloned();
        let bytes = |key: &str| own(key).unwrap_or_else(|| settings.bytes(&format!("InputAscii::{key}")));
        let flag = |key: &str| match own(key) {
            Some(v) => v.starts_with(b"T"),
            None => settings.flag(&format!("InputAscii::{key}")),
        };
        let set_separator = bytes("set_separator");
        Ascii {
            separator: bytes("separator"),
            notation: Notation {
                set_separator: set_separator.first().copied().unwrap_or(0),
                unset: bytes("unset_field"),
                empty: bytes("empty_field"),
            },
            set_separator,
            fail_on_invalid_lines: flag("fail_on_invalid_lines"),
            fail_on_file_problem: flag("fail_on_file_problem"),
            path: prefixed(&settings.bytes("InputAscii::path_prefix"), &request.source),
            file: None,
            header: Vec::new(),
            places: Vec::new(),
            last_read: LastRead::default(),
            request,
        }
    }

    fn separator(&self) -> u8 {
        self.separator.first().copied().unwrap_or(0)
    }

    /// Returns the step after a problem with the file.
    fn problem(&self) -> Step {
        if self.fail_on_file_problem { Step::Failed } else { Step::Done }
    }

    /// Opens the file and reads its header, unless the file is open.
    fn open_file(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> bool {
        if self.file.is_some() {
            return true;
        }
        let fail = self.fail_on_file_problem;
        match world.open_to_read(&self.path) {
            Ok(f) => self.file = Some(Lines::new(f)),
            Err(_) => {
                outbox.fail_or_warn(fail, format!("Init: cannot open {}", self.path), true);
                return false;
            }
        }
        let Some(header) = self.next_line(outbox) else {
            let what = format!("Could not read input data file {}; first line could not be read", self.path);
            outbox.fail_or_warn(fail, what, true);
            return self.no_header(outbox);
        };
        self.header = header;
        if !self.read_header(outbox) {
            return self.no_header(outbox);
        }
        outbox.at_file(&self.path);
        outbox.unmute();
        true
    }

    fn no_header(&mut self, outbox: &mut Outbox) -> bool {
        let what = format!("Init: cannot open {}; problem reading file header", self.path);
        outbox.fail_or_warn(self.fail_on_file_problem, what, true);
        self.file = None;
        false
    }

    /// Finds the stream's columns in the header.
    fn read_header(&mut self, outbox: &mut Outbox) -> bool {
        let separator = self.separator();
        let names: Vec<&[u8]> = self.header.split(|&b| b == separator).collect();
        let place = |name: &str| names.iter().position(|n| *n == name.as_bytes());
        let mut places = Vec::with_capacity(self.request.columns.len());
        for c in &self.request.columns {
            let Some(at) = place(&c.name) else {
                if c.optional {
                    places.push(None);
                    continue;
                }
                let what =
                    format!("Did not find requested field {} in input data file {}.", c.name, self.path);
                outbox.fail_or_warn(self.fail_on_file_problem, what, true);
                return false;
            };
            let proto = match c.proto_column.as_deref().filter(|n| !n.is_empty()) {
                None => None,
                Some(name) => match place(name) {
                    Some(at) => Some(at),
                    None => {
                        let what = format!(
                            "Could not find requested port type field {name} in input data file {}.",
                            self.path
                        );
                        outbox.fail_or_warn(self.fail_on_file_problem, what, true);
                        return false;
                    }
                },
            };
            places.push(Some(Place { at, proto }));
        }
        self.places = places;
        true
    }

    /// Reads the next line that is neither empty nor a comment.
    fn next_line(&mut self, outbox: &mut Outbox) -> Option<Vec<u8>> {
        let separator = self.separator();
        loop {
            let line = self.file.as_mut()?.next_or_warn(&self.path, outbox)?;
            outbox.next_line();
            if line.is_empty() {
                continue;
            }
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if line.first() != Some(&b'#') {
                return Some(std::mem::take(line));
            }
            if let Some([at, rest @ ..]) = line.strip_prefix(b"#fields")
                && *at == separator
                && !rest.is_empty()
            {
                return Some(rest.to_vec());
            }
        }
    }

    /// Parses a line into items. Returns `None` if the line is skipped.
    fn row(&self, line: &[u8], outbox: &mut Outbox) -> Result<Option<Vec<Item>>, Step> {
        let separator = self.separator();
        let cells: Vec<&[u8]> = line.split(|&b| b == separator).collect();
        let shown = || String::from_utf8_lossy(line).into_owned();
        let mut items = Vec::with_capacity(self.places.len());
        for (place, c) in self.places.iter().zip(&self.request.columns) {
            let Some(place) = place else {
                items.push(Item::Unset);
                continue;
            };
            let cell = cells.get(place.at).copied();
            let proto = place.proto.map(|at| cells.get(at).copied());
            let (Some(cell), None | Some(Some(_))) = (cell, proto) else {
                let proto = place.proto.map_or(-1, |at| at as i64);
                let what = format!(
                    "Not enough fields in line '{}' of {}. Found {} fields, want positions {} and {proto}",
                    shown(),
                    self.path,
                    cells.len() - 1,
                    place.at,
                );
                outbox.fail_or_warn(self.fail_on_invalid_lines, what, !self.fail_on_invalid_lines);
                return if self.fail_on_invalid_lines { Err(Step::Failed) } else { Ok(None) };
            };
            let Some(mut item) = self.notation.item(cell, &c.name, &c.ty, outbox) else {
                outbox.warn(format!(
                    "Could not convert line '{}' of {} to Val. Ignoring line.",
                    shown(),
                    self.path
                ));
                return Ok(None);
            };
            if let (Item::Port(p), Some(Some(word))) = (&mut item, proto) {
                p.proto = text::proto(word, outbox);
            }
            items.push(item);
        }
        Ok(Some(items))
    }
}

impl Reader for Ascii {
    fn open(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        outbox.unmute();
        for (what, s) in [("separator", &self.separator), ("set_separator", &self.set_separator)] {
            if s.len() != 1 {
                outbox.error(format!("{what} length has to be 1. Separator will be truncated."));
            }
        }
        self.update(world, outbox)
    }

    fn update(&mut self, world: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        if !self.open_file(world, outbox) {
            return self.problem();
        }
        outbox.set_line(0);
        match self.request.mode {
            Mode::Stream => {
                if !self.read_header(outbox) {
                    return self.problem();
                }
                return self.read_on(world, outbox);
            }
            Mode::Reread => {
                match self.last_read.has_changed(&self.path, self.fail_on_file_problem, world, outbox) {
                    Some(true) => {}
                    Some(false) => return Step::Done,
                    None => {
                        self.file = None;
                        return self.problem();
                    }
                }
            }
            Mode::Manual => {}
        }
        self.file = None;
        if !self.open_file(world, outbox) {
            return self.problem();
        }
        self.read_on(world, outbox)
    }

    fn read_on(&mut self, _: &mut dyn Sources, outbox: &mut Outbox) -> Step {
        while let Some(line) = self.next_line(outbox) {
            match self.row(&line, outbox) {
                Ok(Some(items)) => {
                    outbox.unmute();
                    outbox.row(items);
                }
                Ok(None) => {}
                Err(step) => return step,
            }
            if outbox.waiting() >= MESSAGES {
                return Step::More;
            }
        }
        if self.request.mode != Mode::Stream {
            outbox.end_of_pass();
        }
        outbox.unmute();
        Step::Done
    }

    fn wants_update(&mut self) -> bool {
        self.request.mode != Mode::Manual
    }
}
