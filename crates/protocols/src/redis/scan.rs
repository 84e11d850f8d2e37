//! Finds the ends of commands and replies as their bytes come in. No byte is scanned twice.
use super::{MAX_DEPTH, MAX_INLINE, MAX_SIZE, MAX_UNIT};
use std::fmt;

/// How a value is written, by its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A line.
    Line,
    /// A length, then as many bytes.
    Bulk,
    /// A number, then as many values.
    List,
    /// A number, then twice as many values.
    Map,
    /// A map that goes before a value and belongs to it.
    Attribute,
}

impl Form {
    /// `None` for bytes that no value begins with.
    pub(super) fn of(byte: u8) -> Option<Form> {
        Some(match byte {
            b'+' | b'-' | b':' | b'_' | b'#' | b',' | b'(' => Form::Line,
            b'$' | b'!' | b'=' => Form::Bulk,
            b'*' | b'>' | b'~' => Form::List,
            b'%' => Form::Map,
            b'|' => Form::Attribute,
            _ => return None,
        })
    }
}

/// Why bytes are not a command or a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScanError {
    /// No value begins with this byte.
    Type(u8),
    /// A length or a number that is malformed or too large.
    Number,
    /// A line without an end.
    Line,
    /// Values lie too deep in each other.
    Depth,
    /// All of it is too long.
    Unit,
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScanError::Type(byte) => write!(f, "unexpected type {:?}", char::from(*byte)),
            ScanError::Number => f.write_str("a length that cannot be"),
            ScanError::Line => f.write_str("a line without an end"),
            ScanError::Depth => f.write_str("exceeded max recursion depth"),
            ScanError::Unit => f.write_str("too long"),
        }
    }
}

/// The next item of the scan.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Step {
    #[default]
    Value,
    /// The rest of a line; of a command that is a line where there is no form.
    Line(Option<Form>),
    Content(usize),
    /// The line end behind a content.
    Tail,
}

/// Values that are to come on one level.
#[derive(Clone, Copy, Debug)]
struct Open {
    left: u64,
    attribute: bool,
}

/// A command or a reply whose end is looked for.
#[derive(Default, Debug)]
pub(super) struct Scan {
    of_client: bool,
    /// How far it is read, from its begin.
    at: usize,
    /// No line ends before this place.
    searched: usize,
    step: Step,
    open: Vec<Open>,
    /// Attributes were just read.
    attributed: bool,
}

impl Scan {
    pub(super) fn new(of_client: bool) -> Self {
        Scan { of_client, ..Scan::default() }
    }

    /// Goes on in `bytes`, which begin where the command or reply does. Returns its length once it has come.
    pub(super) fn advance(&mut self, bytes: &[u8]) -> Result<Option<usize>, ScanError> {
        loop {
            let ended = match self.step {
                Step::Value => {
                    let Some(&byte) = bytes.get(self.at) else { break };
                    self.begin(byte)?;
                    false
                }
                Step::Content(len) => {
                    if bytes.len() - self.at < len {
                        break;
                    }
                    self.at += len;
                    (self.searched, self.step) = (self.at, Step::Tail);
                    false
                }
                Step::Tail => {
                    if self.line(bytes, MAX_UNIT)?.is_none() {
                        break;
                    }
                    true
                }
                Step::Line(form) => {
                    let cap = if form.is_none() { MAX_INLINE } else { MAX_SIZE as usize };
                    let Some(line) = self.line(bytes, cap)? else { break };
                    self.headed(form, line)?
                }
            };
            if ended && self.value_ends() {
                return Ok(Some(self.at));
            }
        }
        if bytes.len() > MAX_UNIT { Err(ScanError::Unit) } else { Ok(None) }
    }

    fn begin(&mut self, byte: u8) -> Result<(), ScanError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(ScanError::Depth);
        }
        let form = if !self.of_client {
            let form = Form::of(byte).filter(|f| !(self.attributed && *f == Form::Attribute));
            Some(form.ok_or(ScanError::Type(byte))?)
        } else if self.open.is_empty() {
            (byte == b'*').then_some(Form::List)
        } else if byte == b'$' {
            Some(Form::Bulk)
        } else {
            return Err(ScanError::Type(byte));
        };
        self.at += usize::from(form.is_some());
        self.attributed = false;
        (self.searched, self.step) = (self.at, Step::Line(form));
        Ok(())
    }

    /// Reads the rest of the line, if it has come.
    fn line<'b>(&mut self, bytes: &'b [u8], cap: usize) -> Result<Option<&'b [u8]>, ScanError> {
        let there = bytes.get(self.searched..).unwrap_or_default();
        let Some(found) = crate::ascii::find(there, b"\r\n") else {
            // Its first byte may have come already.
            self.searched = bytes.len().saturating_sub(1).max(self.at);
            return if bytes.len() - self.at > cap { Err(ScanError::Line) } else { Ok(None) };
        };
        let end = self.searched + found;
        let line = bytes.get(self.at..end).unwrap_or_default();
        (self.at, self.searched) = (end + 2, end + 2);
        if line.len() > cap { Err(ScanError::Line) } else { Ok(Some(line)) }
    }

    /// A value's first line is read; true if it has no others.
    fn headed(&mut self, form: Option<Form>, line: &[u8]) -> Result<bool, ScanError> {
        let many = match form {
            None | Some(Form::Line) => return Ok(true),
            Some(Form::Bulk) => {
                // A length below 0 is that of no string at all.
                let Ok(len) = usize::try_from(number(line)?) else { return Ok(true) };
                self.step = Step::Content(len);
                return Ok(false);
            }
            Some(Form::List) => u64::try_from(number(line)?).unwrap_or(0),
            Some(Form::Map | Form::Attribute) => {
                2 * u64::try_from(number(line)?).map_err(|_| ScanError::Number)?
            }
        };
        let attribute = form == Some(Form::Attribute);
        self.step = Step::Value;
        self.attributed = attribute && many == 0;
        if many > 0 {
            self.open.push(Open { left: many, attribute });
        }
        Ok(many == 0 && !attribute)
    }

    /// A value is at its end, and with it those that it is the last one of; true if nothing is open any more.
    fn value_ends(&mut self) -> bool {
        self.step = Step::Value;
        while let Some(open) = self.open.last_mut() {
            open.left -= 1;
            if open.left > 0 {
                return false;
            }
            let attribute = open.attribute;
            self.open.pop();
            if attribute {
                self.attributed = true;
                return false;
            }
        }
        true
    }
}

/// A length or a number of elements.
pub(super) fn number(line: &[u8]) -> Result<i64, ScanError> {
    let text = std::str::from_utf8(line).map_err(|_| ScanError::Number)?;
    text.parse().ok().filter(|n| *n <= MAX_SIZE).ok_or(ScanError::Number)
}
