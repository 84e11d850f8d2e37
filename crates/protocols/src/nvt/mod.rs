//! The network virtual terminal (RFC 854): lines with Telnet's options between them, as Telnet and the control
//! connection of FTP use it.
//!
//! Options change how the other side is read (RFC 856, 1091, 1408, 2941, 2946): one [`Nvt`] reads both sides.
mod anomaly;
mod option;
mod tell;
#[cfg(test)]
mod tests;

pub use anomaly::Anomaly;
pub use option::Heard;
use option::{Options, SUBOPTION, SUBOPTION_END};
use std::mem;
pub(crate) use tell::tell;

/// The longest line and the longest option, in bytes.
const MAX_LINE: usize = 16 * 1024 * 1024 - 100;

/// Begins an option.
const IAC: u8 = 255;

/// The bytes that end a line besides CR LF.
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
    /// IAC came.
    Iac,
    /// IAC and WILL, WONT, DO or DONT came.
    Verb(u8),
    /// Within a suboption; true if its last byte was IAC.
    Suboption(Vec<u8>, bool),
}

#[derive(Default)]
struct Side {
    line: Vec<u8>,
    /// The line was handed out and goes with the next call.
    spent: bool,
    last: u8,
    scan: Scan,
    /// A NUL was reported: from now on they belong to the line.
    keeps_nul: bool,
}

/// Both sides of a terminal.
pub struct Nvt {
    sides: [Side; 2],
    options: Options,
    end: LineEnd,
    flags_nul: bool,
    /// Single LF, single CR, NUL: each is reported once a connection.
    said: [bool; 3],
}

impl Nvt {
    /// A terminal whose lines end so; NULs are reported.
    pub fn new(end: LineEnd) -> Self {
        Nvt { sides: Default::default(), options: Options::default(), end, flags_nul: true, said: [false; 3] }
    }

    /// NULs belong to the text.
    pub fn with_nuls(mut self) -> Self {
        self.flags_nul = false;
        self
    }

    /// True if a side has begun a line and not ended it.
    pub fn has_partial(&self, side: usize) -> bool {
        self.sides.get(side).is_some_and(|s| !s.spent && !s.line.is_empty())
    }

    /// True if a side's bytes are encrypted from now on.
    pub fn is_encrypted(&self, side: usize) -> bool {
        self.options.is_encrypted(side)
    }

    /// The line at hand, where the stream ends.
    pub fn end(&mut self, side: usize) -> Option<Vec<u8>> {
        let partial = self.has_partial(side);
        self.sides.get_mut(side).filter(|_| partial).map(|s| mem::take(&mut s.line))
    }

    /// The next line of `data`, which is shortened by it; `None` if it is used up. `note` hears of options and
    /// anomalies on the way.
    pub fn next<'l>(
        &'l mut self,
        side: usize,
        data: &mut &[u8],
        note: &mut dyn FnMut(Heard<'_>),
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
            let mut said = |slot: usize, what| {
                if let Some(flag) = self.said.get_mut(slot)
                    && !mem::replace(flag, true)
                {
                    note(Heard::Anomaly(what));
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
                // Servers of some systems send CR NUL.
                0 if last == b'\r' => {}
                0 if self.flags_nul && !s.keeps_nul => {
                    said(2, Anomaly::Nul);
                    s.keeps_nul = true;
                }
                _ => s.line.push(byte),
            }
            if self.end == LineEnd::Lf && last == b'\r' && byte != b'\n' && byte != 0 {
                said(1, Anomaly::SingleCr);
            }
            if s.line.len() >= MAX_LINE {
                note(Heard::Anomaly(Anomaly::LineTooLong(MAX_LINE)));
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

/// A byte within an option; false if it belongs to what follows.
fn option_byte(
    s: &mut Side,
    scan: Scan,
    byte: u8,
    side: usize,
    options: &mut Options,
    note: &mut dyn FnMut(Heard<'_>),
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
            // A command of two bytes: nothing follows.
            _ => {}
        },
        Scan::Verb(verb) => options.verb(side, verb, byte, note),
        Scan::Suboption(mut text, false) => {
            if text.len() >= MAX_LINE {
                note(Heard::Anomaly(Anomaly::OptionTooLong(MAX_LINE)));
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
                // Telnet of BSD takes any command as the end, and so do we: the IAC begins the next option.
                note(Heard::BadTermination);
                options.suboption(side, &text, note);
                s.scan = Scan::Iac;
                return false;
            }
        },
    }
    true
}
