//! Finds the ends of commands and replies as bytes arrive. No byte is scanned twice.
use super::{MAX_DEPTH, MAX_INLINE, MAX_SIZE, MAX_UNIT};

/// The encoding of a value, by its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A line.
    Line,
    /// A length, then that many bytes.
    Bulk,
    /// A count, then that many values.
    List,
    /// A count, then twice that many values.
    Map,
    /// A map of attributes, which belongs to the value after it.
    Attribute,
}

impl Form {
    /// The encoding of a value that begins with `byte`; `None` if no value does.
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

/// Why bytes are not a command or reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ScanError {
    /// No value begins with this byte.
    #[error("unexpected type {:?}", char::from(*.0))]
    Type(u8),
    /// A length or count is malformed or too large.
    #[error("a length that cannot be")]
    Number,
    /// A line is too long.
    #[error("a line without an end")]
    Line,
    /// Values are nested too deeply.
    #[error("exceeded max recursion depth")]
    Depth,
    /// The command or reply is too long.
    #[error("too long")]
    Unit,
}

/// The part that the scan expects next.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Step {
    #[default]
    Value,
    /// The rest of a line; `None` for an inline command.
    Line(Option<Form>),
    Content(usize),
    /// CR LF after the content of a bulk string.
    Tail,
}

/// A list or map with elements that have not arrived.
#[derive(Clone, Copy, Debug)]
struct Open {
    left: u64,
    attribute: bool,
}

/// The scan of one command or reply.
#[derive(Default, Debug)]
pub(super) struct Scan {
    of_client: bool,
    /// The offset of the next byte to scan.
    at: usize,
    /// No line ends before this offset.
    searched: usize,
    step: Step,
    open: Vec<Open>,
    /// The scan is directly after attributes.
    attributed: bool,
}

impl Scan {
    pub(super) fn new(of_client: bool) -> Self {
        Scan { of_client, ..Scan::default() }
    }

    /// Continues the scan. `bytes` start where the command or reply does. Returns its length once it is complete.
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
                    self.first_line(form, line)?
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

    /// Reads the rest of the line, if it is complete.
    fn line<'b>(&mut self, bytes: &'b [u8], cap: usize) -> Result<Option<&'b [u8]>, ScanError> {
        let there = bytes.get(self.searched..).unwrap_or_default();
        let Some(found) = crate::ascii::find(there, b"\r\n") else {
            // The last byte may be the CR of a CR LF.
            self.searched = bytes.len().saturating_sub(1).max(self.at);
            return if bytes.len() - self.at > cap { Err(ScanError::Line) } else { Ok(None) };
        };
        let end = self.searched + found;
        let line = bytes.get(self.at..end).unwrap_or_default();
        (self.at, self.searched) = (end + 2, end + 2);
        if line.len() > cap { Err(ScanError::Line) } else { Ok(Some(line)) }
    }

    /// Takes the first line of a value; true if the value ends with it.
    fn first_line(&mut self, form: Option<Form>, line: &[u8]) -> Result<bool, ScanError> {
        let many = match form {
            None | Some(Form::Line) => return Ok(true),
            Some(Form::Bulk) => {
                // A negative length is a null string.
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

    /// Ends a value, and the lists and maps of which it is the last element; true if no list or map is left open.
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

/// Parses a length or count.
pub(super) fn number(line: &[u8]) -> Result<i64, ScanError> {
    let text = std::str::from_utf8(line).map_err(|_| ScanError::Number)?;
    text.parse().ok().filter(|n| *n <= MAX_SIZE).ok_or(ScanError::Number)
}
