//! The network virtual terminal (RFC 854): lines with Telnet options between them, used by Telnet and the control
//! connection of FTP.
//!
//! Options of one side affect the parsing of the other (RFC 856, 1091, 1408, 2941, 2946), so an [`Nvt`] parses both.
mod anomaly;
mod option;
mod tell;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use option::Note;
use option::{Options, SUBOPTION, SUBOPTION_END};
use std::mem;
pub(crate) use tell::tell;

/// The maximum length of a line and of an option, in bytes.
const MAX_LINE: usize = 16 * 1024 * 1024 - 100;

/// "Interpret as command", which begins a command or option.
const IAC: u8 = 255;

/// The single bytes that end a line, besides CR LF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// LF.
    Lf,
    /// CR or LF.
    Either,
}

#[derive(Default)]
enum Scan {
    #[default]
    Text,
    /// IAC was read.
    Iac,
    /// IAC and WILL, WONT, DO or DONT were read.
    Verb(u8),
    /// Inside a suboption: its bytes so far, and whether the last byte was IAC.
    Suboption(Vec<u8>, bool),
}

#[derive(Default)]
struct Side {
    line: Vec<u8>,
    /// Whether the line was returned; the next call clears it.
    spent: bool,
    last: u8,
    scan: Scan,
    /// Whether a NUL was dropped. Later NULs stay in their lines.
    keeps_nul: bool,
}

/// Both sides of a terminal.
pub struct Nvt {
    sides: [Side; 2],
    options: Options,
    end: LineEnd,
    flags_nul: bool,
    /// Whether single LF, single CR and NUL were reported. Each is reported once per connection.
    reported: [bool; 3],
}

impl Nvt {
    /// Creates a terminal that reports NULs.
    pub fn new(end: LineEnd) -> Self {
        Nvt {
            sides: Default::default(),
            options: Options::default(),
            end,
            flags_nul: true,
            reported: [false; 3],
        }
    }

    /// Keeps NULs in lines and does not report them.
    pub fn with_nuls(mut self) -> Self {
        self.flags_nul = false;
        self
    }

    /// Whether an unterminated line of this side is buffered.
    pub fn has_partial(&self, side: usize) -> bool {
        self.sides.get(side).is_some_and(|s| !s.spent && !s.line.is_empty())
    }

    /// Whether this side has begun to encrypt.
    pub fn is_encrypted(&self, side: usize) -> bool {
        self.options.is_encrypted(side)
    }

    /// Takes the unterminated line at the end of a stream.
    pub fn end(&mut self, side: usize) -> Option<Vec<u8>> {
        let partial = self.has_partial(side);
        self.sides.get_mut(side).filter(|_| partial).map(|s| mem::take(&mut s.line))
    }

    /// Takes the next line from `data`; `None` once `data` is used up. Calls `note` for options and anomalies.
    pub fn next<'l>(
        &'l mut self,
        side: usize,
        data: &mut &[u8],
        note: &mut dyn FnMut(Note<'_>),
    ) -> Option<&'l [u8]> {
        let at = side;
        let s = self.sides.get_mut(side)?;
        if mem::take(&mut s.spent) {
            s.line.clear();
        }
        while let Some((&byte, rest)) = data.split_first() {
            if self.options.is_encrypted(at) {
                *data = &[];
                return None;
            }
            match mem::take(&mut s.scan) {
                Scan::Text => {}
                scan => {
                    if option_byte(s, scan, byte, at, &mut self.options, note) {
                        *data = rest;
                    }
                    continue;
                }
            }
            *data = rest;
            if byte == IAC {
                s.scan = Scan::Iac;
                continue;
            }
            let byte = if self.options.is_binary(at) { byte & 0x7f } else { byte };
            let last = mem::replace(&mut s.last, byte);
            let mut reported = |slot: usize, what| {
                if let Some(flag) = self.reported.get_mut(slot)
                    && !mem::replace(flag, true)
                {
                    note(Note::Anomaly(what));
                }
            };
            let mut ended = false;
            match byte {
                b'\r' if self.end == LineEnd::Either => ended = true,
                b'\n' if last == b'\r' && self.end == LineEnd::Either => {}
                b'\n' if last == b'\r' => {
                    s.line.pop();
                    ended = true;
                }
                b'\n' => ended = true,
                // CR NUL is a bare carriage return (RFC 854).
                0 if last == b'\r' => {}
                0 if self.flags_nul && !s.keeps_nul => {
                    reported(2, Anomaly::Nul);
                    s.keeps_nul = true;
                }
                _ => s.line.push(byte),
            }
            if self.end == LineEnd::Lf && last == b'\r' && byte != b'\n' && byte != 0 {
                reported(1, Anomaly::SingleCr);
            }
            if s.line.len() >= MAX_LINE {
                note(Note::Anomaly(Anomaly::LineTooLong(MAX_LINE)));
                ended = true;
            }
            if ended {
                s.spent = true;
                return Some(&s.line);
            }
        }
        None
    }
}

/// Takes a byte of a command or option. Returns false if the byte is not part of it.
fn option_byte(
    s: &mut Side,
    scan: Scan,
    byte: u8,
    side: usize,
    options: &mut Options,
    note: &mut dyn FnMut(Note<'_>),
) -> bool {
    match scan {
        Scan::Text => return false,
        Scan::Iac => match byte {
            IAC => {
                s.line.push(IAC);
                s.last = IAC;
            }
            SUBOPTION => s.scan = Scan::Suboption(Vec::new(), false),
            option::WILL..=option::DONT => s.scan = Scan::Verb(byte),
            // A command of two bytes is complete.
            _ => {}
        },
        Scan::Verb(verb) => options.verb(side, verb, byte, note),
        Scan::Suboption(mut text, false) => {
            if text.len() >= MAX_LINE {
                note(Note::Anomaly(Anomaly::OptionTooLong(MAX_LINE)));
                s.line.clear();
                return true;
            }
            if byte != IAC {
                text.push(byte);
            }
            s.scan = Scan::Suboption(text, byte == IAC);
        }
        Scan::Suboption(mut text, true) => match byte {
            IAC => {
                text.push(IAC);
                s.scan = Scan::Suboption(text, false);
            }
            SUBOPTION_END => options.suboption(side, &text, note),
            _ => {
                // Any command ends the suboption, as in BSD's telnet. The IAC begins that command.
                note(Note::BadTermination);
                options.suboption(side, &text, note);
                s.scan = Scan::Iac;
                return false;
            }
        },
    }
    true
}
