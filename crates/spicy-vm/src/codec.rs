//! Decompression, Base64 and CRC32 of the library, piece by piece.
use crate::error::{Error, ErrorKind, Outcome};
use flate2::{Decompress, FlushDecompress, Status};

/// State of a decompression.
pub struct Inflater {
    /// zlib's `windowBits`: negative for raw deflate, 31 for gzip, 47 for gzip or zlib.
    window_bits: i64,
    inner: Option<Decompress>,
    /// Bytes of an incomplete header.
    head: Vec<u8>,
    done: bool,
}

impl Inflater {
    pub(crate) fn new(window_bits: i64) -> Self {
        Inflater { window_bits, inner: None, head: Vec::new(), done: false }
    }

    /// Decompresses a piece; at most `most` bytes come out.
    pub(crate) fn feed(&mut self, data: &[u8], most: u64) -> Outcome<Vec<u8>> {
        let mut out = Vec::new();
        if self.done {
            return Ok(out);
        }
        self.head.extend_from_slice(data);
        if self.inner.is_none() && !self.open()? {
            return Ok(out);
        }
        let input = std::mem::take(&mut self.head);
        let Some(inner) = &mut self.inner else { return Ok(out) };
        let mut at = 0;
        let mut buffer = vec![0; 16 << 10];
        loop {
            let (in_before, out_before) = (inner.total_in(), inner.total_out());
            let status = inner.decompress(&input[at..], &mut buffer, FlushDecompress::None);
            at += (inner.total_in() - in_before) as usize;
            let n = (inner.total_out() - out_before) as usize;
            out.extend_from_slice(&buffer[..n]);
            if out.len() as u64 > most {
                return Err(Error::new(
                    ErrorKind::RetainedBudget,
                    format!("decompressed data is longer than {most} bytes"),
                ));
            }
            match status {
                Ok(Status::StreamEnd) => {
                    self.done = true;
                    return Ok(out);
                }
                Ok(_) if n == 0 && at >= input.len() => return Ok(out),
                Ok(_) if n == 0 => return Ok(out),
                Ok(_) => {}
                Err(_) => return Err(Error::new(ErrorKind::Zlib, "inflate failed")),
            }
        }
    }

    /// Detects the format; `false` while the header is incomplete.
    fn open(&mut self) -> Outcome<bool> {
        if self.window_bits < 0 {
            self.inner = Some(Decompress::new(false));
            return Ok(true);
        }
        match self.head[..] {
            [0x1f, 0x8b, ..] if self.window_bits > 15 => match gzip_header(&self.head) {
                Some(n) => {
                    self.head.drain(..n);
                    self.inner = Some(Decompress::new(false));
                    Ok(true)
                }
                None => Ok(false),
            },
            [] | [0x1f] => Ok(false),
            _ => {
                self.inner = Some(Decompress::new(true));
                Ok(true)
            }
        }
    }

    pub(crate) fn finish(&mut self) -> Vec<u8> {
        self.done = true;
        Vec::new()
    }
}

/// The length of a gzip header (RFC 1952, section 2.3), once it is complete.
fn gzip_header(data: &[u8]) -> Option<usize> {
    let flags = *data.get(3)?;
    let mut at = 10;
    if flags & 4 != 0 {
        let len = u16::from_le_bytes([*data.get(at)?, *data.get(at + 1)?]);
        at += 2 + usize::from(len);
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += data.get(at..)?.iter().position(|b| *b == 0)? + 1;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    (data.len() >= at).then_some(at)
}

/// State of Base64 coding.
#[derive(Default)]
pub struct Base64 {
    rest: Vec<u8>,
    encoding: bool,
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Base64 {
    pub(crate) fn encode(&mut self, data: &[u8]) -> Vec<u8> {
        self.encoding = true;
        self.rest.extend_from_slice(data);
        let whole = self.rest.len() / 3 * 3;
        let out = self.rest[..whole].chunks(3).flat_map(group).collect();
        self.rest.drain(..whole);
        out
    }

    pub(crate) fn decode(&mut self, data: &[u8]) -> Outcome<Vec<u8>> {
        let mut out = Vec::new();
        for &b in data {
            let value = match b {
                b'A'..=b'Z' => b - b'A',
                b'a'..=b'z' => b - b'a' + 26,
                b'0'..=b'9' => b - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                // Padding, white space and other characters carry no data.
                _ => continue,
            };
            self.rest.push(value);
            if let [a, b, c, d] = self.rest[..] {
                out.extend([a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
                self.rest.clear();
            }
        }
        // A padded group can be decoded at once.
        if data.contains(&b'=') {
            out.extend(self.tail());
        }
        Ok(out)
    }

    fn tail(&mut self) -> Vec<u8> {
        let out = match self.rest[..] {
            [a, b] => vec![a << 2 | b >> 4],
            [a, b, c] => vec![a << 2 | b >> 4, b << 4 | c >> 2],
            _ => Vec::new(),
        };
        self.rest.clear();
        out
    }

    pub(crate) fn finish(&mut self) -> Vec<u8> {
        if self.encoding {
            let rest = std::mem::take(&mut self.rest);
            return if rest.is_empty() { Vec::new() } else { group(&rest).to_vec() };
        }
        self.tail()
    }
}

/// One to three bytes as four characters.
fn group(c: &[u8]) -> [u8; 4] {
    let b = |i: usize| c.get(i).copied().unwrap_or(0);
    let n = u32::from(b(0)) << 16 | u32::from(b(1)) << 8 | u32::from(b(2));
    std::array::from_fn(|i| if i <= c.len() { ALPHABET[(n >> (18 - 6 * i) & 63) as usize] } else { b'=' })
}

/// A running CRC32 (polynomial of IEEE 802.3).
pub(crate) fn crc32(crc: u32, data: &[u8]) -> u32 {
    let mut c = !crc;
    for b in data {
        c ^= u32::from(*b);
        for _ in 0..8 {
            c = if c & 1 != 0 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 };
        }
    }
    !c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_in_pieces() {
        let check = |pieces: &[&[u8]], expected: &[u8]| {
            let mut b = Base64::default();
            let mut out = Vec::new();
            pieces.iter().for_each(|p| out.extend(b.decode(p).unwrap()));
            out.extend(b.finish());
            assert_eq!(out, expected);
        };
        check(&[b"MTIz", b"NDU2Nzg", b"5", b"MA=="], b"1234567890");
        let mut b = Base64::default();
        let mut out = b.encode(b"1234567");
        out.extend(b.encode(b"890"));
        out.extend(b.finish());
        assert_eq!(out, b"MTIzNDU2Nzg5MA==");
        assert_eq!(crc32(0, b"ABCDEFGHI"), 0xc96b_9640);
    }
}
