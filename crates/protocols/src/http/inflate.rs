//! Inflates compressed bodies: gzip (RFC 1952) and zlib (RFC 1950), which their first bytes distinguish, and raw
//! deflate (RFC 1951), which some servers send as `deflate`.
use flate2::{Decompress, FlushDecompress, Status};

/// The maximum number of bytes that one call may inflate to. Only a decompression bomb exceeds it.
const MAX_OUTPUT: usize = 16 << 20;
/// The maximum length of a gzip header, including its name and comment, in bytes.
const MAX_HEADER: usize = 64 << 10;
/// The maximum length of a piece of output, in bytes.
const PIECE: usize = 4096;

/// The reason why inflating stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The data are malformed.
    Broken,
    /// The result is too large.
    TooMuch,
}

enum State {
    /// The beginning of an incomplete header.
    Header(Vec<u8>),
    Body(Box<Decompress>),
    Over,
}

/// An inflater of a stream.
pub(super) struct Inflate(State);

impl Inflate {
    pub(super) fn new() -> Self {
        Inflate(State::Header(Vec::new()))
    }

    /// Inflates bytes and passes the result to `out` in pieces. Bytes after a failure or the end are ignored.
    pub(super) fn feed(&mut self, data: &[u8], out: &mut dyn FnMut(&[u8])) -> Result<(), Failure> {
        let State::Header(header) = &mut self.0 else { return self.inflate(data, out) };
        header.extend_from_slice(data);
        let Some(kind) = Kind::of(header) else {
            if header.len() > MAX_HEADER {
                self.0 = State::Over;
                return Err(Failure::Broken);
            }
            return Ok(());
        };
        let header = std::mem::take(header);
        let (zlib, skip) = match kind {
            Kind::Zlib => (true, 0),
            Kind::Gzip(n) => (false, n),
        };
        self.0 = State::Body(Box::new(Decompress::new(zlib)));
        self.inflate(header.get(skip..).unwrap_or_default(), out)
    }

    /// Passes a piece to `out` when it is full or the data are used up. A piece in which an error occurs is lost.
    fn inflate(&mut self, data: &[u8], out: &mut dyn FnMut(&[u8])) -> Result<(), Failure> {
        let State::Body(body) = &mut self.0 else { return Ok(()) };
        let mut piece = [0; PIECE];
        let (mut rest, mut filled, mut total, mut restarted) = (data, 0, 0, false);
        let over = loop {
            let (taken, given) = (body.total_in(), body.total_out());
            let room = piece.get_mut(filled..).unwrap_or_default();
            let Ok(status) = body.decompress(rest, room, FlushDecompress::Sync) else {
                if restarted || total > 0 {
                    break Err(Failure::Broken);
                }
                // The data may be raw deflate.
                **body = Decompress::new(false);
                (rest, filled, restarted) = (data, 0, true);
                continue;
            };
            let taken = usize::try_from(body.total_in() - taken).unwrap_or(0);
            let given = usize::try_from(body.total_out() - given).unwrap_or(0);
            rest = rest.get(taken..).unwrap_or_default();
            filled += given;
            let is_dry = taken == 0 && given == 0;
            if filled == PIECE || is_dry || status == Status::StreamEnd {
                total += filled;
                if filled > 0 {
                    out(piece.get(..filled).unwrap_or_default());
                }
                filled = 0;
            }
            if status == Status::StreamEnd {
                break Ok(());
            }
            if total > MAX_OUTPUT {
                break Err(Failure::TooMuch);
            }
            if is_dry {
                if rest.is_empty() {
                    return Ok(());
                }
                break Err(Failure::Broken);
            }
        };
        self.0 = State::Over;
        over
    }
}

enum Kind {
    Zlib,
    /// The length of the header, in bytes.
    Gzip(usize),
}

impl Kind {
    /// Detects the format; `None` if more bytes are needed.
    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, ..] => gzip_header(bytes).map(Kind::Gzip),
            [0x1f] | [] => None,
            _ => Some(Kind::Zlib),
        }
    }
}

/// The length of a gzip header (RFC 1952, 2.3); `None` if it is incomplete.
fn gzip_header(bytes: &[u8]) -> Option<usize> {
    const CRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let flags = *bytes.get(3)?;
    let mut at = 10;
    bytes.get(..at)?;
    if flags & EXTRA != 0 {
        let (lo, hi) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        at += 2 + usize::from(u16::from_le_bytes([lo, hi]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            at += bytes.get(at..)?.iter().position(|&b| b == 0)? + 1;
        }
    }
    if flags & CRC != 0 {
        at += 2;
    }
    bytes.get(..at).map(|_| at)
}
