//! Parses lines of the control connection: commands and replies.
use crate::ascii::{is_space, reply_code, skip_blanks, word};

/// The minimum length of a command, in bytes.
const SHORTEST: usize = 3;

/// A command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// The command, in upper case.
    pub command: Vec<u8>,
    /// The argument: the text after the command and blanks.
    pub arg: &'a [u8],
}

/// The reason why a line is not a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestError {
    /// The first word cannot be a command.
    NoCommand,
    /// The first word is too long; its length in bytes.
    TooLong(usize),
}

/// Parses a line of the client. A command has at most `longest` bytes; 0 means no limit.
pub fn request(line: &[u8], longest: u64) -> Result<Request<'_>, RequestError> {
    let (command, rest) = word(skip_blanks(line));
    if command.len() < SHORTEST || !command.iter().all(|&b| b.is_ascii_graphic() && !is_space(b)) {
        return Err(RequestError::NoCommand);
    }
    if longest > 0 && command.len() as u64 > longest {
        return Err(RequestError::TooLong(command.len()));
    }
    Ok(Request { command: command.to_ascii_uppercase(), arg: skip_blanks(rest) })
}

/// A line of a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<'a> {
    /// The reply code; 0 within a multi-line reply.
    pub code: u16,
    /// The text after the code; the whole line within a multi-line reply.
    pub text: &'a [u8],
    /// Whether more lines follow.
    pub continues: bool,
}

/// The reason why a line is not a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyError {
    /// The line does not begin with three digits.
    NoCode,
    /// The code is below 100.
    Code,
    /// The character after the code is neither a space nor a hyphen.
    Line,
}

impl ReplyError {
    /// The reason in `analyzer_violation_info`.
    pub const fn reason(self) -> &'static str {
        match self {
            ReplyError::NoCode => "non-numeric reply code",
            ReplyError::Code => "invalid reply code",
            ReplyError::Line => "invalid reply line",
        }
    }
}

/// Parses the replies of a server, which may have several lines (RFC 959, 4.2).
#[derive(Default)]
pub struct Replies {
    /// The code of a multi-line reply whose last line has not arrived.
    open: Option<u16>,
}

impl Replies {
    /// Takes the next line.
    pub fn line<'a>(&mut self, line: &'a [u8]) -> Result<Reply<'a>, ReplyError> {
        let code = reply_code(line);
        let (mark, rest) = (line.get(3).copied(), line.get(3..).unwrap_or_default());
        if let Some(open) = self.open {
            if code == Some(open) && mark == Some(b' ') {
                self.open = None;
                return Ok(Reply { code: open, text: skip_blanks(rest), continues: false });
            }
            return Ok(Reply { code: 0, text: line, continues: true });
        }
        let code = code.ok_or(ReplyError::NoCode)?;
        match mark {
            _ if code < 100 => Err(ReplyError::Code),
            Some(b'-') => {
                self.open = Some(code);
                Ok(Reply { code, text: skip_blanks(line.get(4..).unwrap_or_default()), continues: true })
            }
            None | Some(b' ') => Ok(Reply { code, text: skip_blanks(rest), continues: false }),
            Some(_) => Err(ReplyError::Line),
        }
    }
}
