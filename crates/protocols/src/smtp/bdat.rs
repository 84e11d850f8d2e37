//! Mails in chunks: parses BDAT, and splits chunks into lines (RFC 3030).
use super::anomaly::ChunkAnomaly;

/// The longest argument, in bytes: the largest 64-bit number and ` LAST`.
const MAX_ARG: usize = 25;

/// The argument of BDAT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The size of the chunk, in bytes.
    pub size: u64,
    /// Whether this is the last chunk of the mail.
    pub last: bool,
}

/// Parses the argument of BDAT; the error is the `addl` of the weird.
pub fn chunk(arg: &[u8]) -> Result<Chunk, &'static str> {
    if arg.is_empty() || arg.len() > MAX_ARG {
        return Err("BDAT argument bad length");
    }
    let digits = arg.iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, rest) = arg.split_at(digits);
    if number.is_empty() {
        return Err("BDAT not followed by a valid chunk-size");
    }
    if !matches!(rest.first(), None | Some(b' ')) {
        return Err("BDAT chunk-size not valid");
    }
    let size = number
        .iter()
        .try_fold(0_u64, |n, b| n.checked_mul(10)?.checked_add(u64::from(b - b'0')))
        .ok_or("BDAT chunk-size too large")?;
    match rest {
        [] => Ok(Chunk { size, last: false }),
        _ if rest.eq_ignore_ascii_case(b" LAST") => Ok(Chunk { size, last: true }),
        _ => Err("BDAT chunk-size followed by junk"),
    }
}

/// Splits the chunks of one mail into lines, which may extend over several chunks.
pub struct Chunks {
    remaining: u64,
    last: bool,
    max_line: usize,
    /// The incomplete line.
    line: Vec<u8>,
}

/// Receives a line; the flag is false if no CR LF followed.
type Line<'o> = &'o mut dyn FnMut(&[u8], bool);

impl Chunks {
    /// Splits lines of more than `max_line` bytes.
    pub fn new(max_line: usize) -> Self {
        Chunks { remaining: 0, last: false, max_line: max_line.max(1), line: Vec::new() }
    }

    /// Begins a chunk.
    pub fn begin(&mut self, chunk: Chunk) {
        self.remaining = chunk.size;
        self.last = chunk.last;
    }

    /// Bytes of the chunk that have not arrived.
    pub fn remaining(&self) -> u64 {
        self.remaining
    }

    /// True if the last chunk is complete.
    pub fn is_complete(&self) -> bool {
        self.last && self.remaining == 0
    }

    /// Takes bytes of the chunk; ignores surplus ones.
    pub fn bytes(&mut self, data: &[u8], line: Line<'_>, weird: &mut dyn FnMut(ChunkAnomaly)) {
        let n = data.len().min(usize::try_from(self.remaining).unwrap_or(usize::MAX));
        let (mut data, _) = data.split_at(n);
        self.remaining -= n as u64;
        if self.line.last() == Some(&b'\r') && data.first().is_some_and(|&b| b != b'\n') {
            weird(ChunkAnomaly::Cr);
            line(&std::mem::take(&mut self.line), false);
        }
        while !data.is_empty() {
            let Some(at) = data.iter().position(|&b| b == b'\n') else {
                self.keep(data, line, weird);
                break;
            };
            let (text, rest) = data.split_at(at + 1);
            data = rest;
            self.keep(text, line, weird);
            let mut whole = std::mem::take(&mut self.line);
            if whole.ends_with(b"\r\n") {
                whole.truncate(whole.len() - 2);
                line(&whole, true);
            } else if whole.ends_with(b"\n") {
                weird(ChunkAnomaly::Lf);
                line(&whole, false);
            }
            whole.clear();
            self.line = whole;
        }
        if self.is_complete() && !self.line.is_empty() {
            line(&std::mem::take(&mut self.line), false);
        }
    }

    /// Appends to the incomplete line, and splits it at the limit.
    fn keep(&mut self, mut text: &[u8], line: Line<'_>, weird: &mut dyn FnMut(ChunkAnomaly)) {
        loop {
            // The line ending does not count, so that a line of exactly the limit is not split.
            let end =
                text.len() - text.strip_suffix(b"\r\n").or(text.strip_suffix(b"\n")).unwrap_or(text).len();
            if self.line.len() + text.len() - end <= self.max_line {
                return self.line.extend_from_slice(text);
            }
            let (head, rest) = text.split_at(self.max_line.saturating_sub(self.line.len()).min(text.len()));
            self.line.extend_from_slice(head);
            weird(ChunkAnomaly::LineTooLong(self.line.len() + rest.len()));
            line(&self.line, false);
            self.line.clear();
            text = rest;
        }
    }

    /// Ends the mail: passes on an unterminated line.
    pub fn end(&mut self, line: Line<'_>, weird: &mut dyn FnMut(ChunkAnomaly)) {
        if !self.line.is_empty() {
            weird(ChunkAnomaly::Undelivered);
            line(&std::mem::take(&mut self.line), false);
        }
    }
}
