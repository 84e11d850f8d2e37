//! Fills libc's structs from records.
use crate::abi::*;
use crate::ask::NoRecord;
use crate::buffer::Buffer;
use core::ffi::{c_char, c_int};
use namecache_wire::nscd::AF_INET6;
use namecache_wire::record::Record;

/// A struct of libc that a record can fill.
pub(crate) trait Entry: Sized {
    /// The minimum number of strings and of numbers in such a record.
    const SHAPE: (usize, usize);
    /// Copies the strings into the caller's buffer and points to them. Returns `None` if the buffer is too small.
    fn fill(&mut self, record: &Record<'_>, buffer: &mut Buffer) -> Option<()>;
}

impl Entry for Passwd {
    const SHAPE: (usize, usize) = (5, 2);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let [name, passwd, gecos, dir, shell] = buffer.plain(r)?;
        let (uid, gid) = (r.num(0)?, r.num(1)?);
        *self = Passwd { name, passwd, uid, gid, gecos, dir, shell };
        Some(())
    }
}

impl Entry for Group {
    const SHAPE: (usize, usize) = (2, 1);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let ([name, passwd], members) = buffer.strings(r)?;
        *self = Group { name, passwd, gid: r.num(0)?, members };
        Some(())
    }
}

impl Entry for Servent {
    const SHAPE: (usize, usize) = (2, 1);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let ([name, proto], aliases) = buffer.strings(r)?;
        let port = c_int::from((r.num(0)? as u16).to_be());
        *self = Servent { name, aliases, port, proto };
        Some(())
    }
}

impl Entry for Numbered {
    const SHAPE: (usize, usize) = (1, 1);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let ([name], aliases) = buffer.strings(r)?;
        *self = Numbered { name, aliases, number: r.num(0)?.cast_signed() };
        Some(())
    }
}

impl Entry for Netent {
    const SHAPE: (usize, usize) = (1, 2);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let ([name], aliases) = buffer.strings(r)?;
        *self = Netent { name, aliases, family: r.num(0)?.cast_signed(), net: r.num(1)? };
        Some(())
    }
}

impl Entry for Etherent {
    const SHAPE: (usize, usize) = (1, 6);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let [name] = buffer.plain(r)?;
        let mut address = [0; 6];
        for (i, a) in address.iter_mut().enumerate() {
            *a = r.num(i)? as u8;
        }
        *self = Etherent { name, address };
        Some(())
    }
}

impl Entry for Hostent {
    const SHAPE: (usize, usize) = (1, 2);

    fn fill(&mut self, r: &Record<'_>, buffer: &mut Buffer) -> Option<()> {
        let family = r.num(0)?;
        let words = if family == AF_INET6 { 4 } else { 1 };
        let ([name], aliases) = buffer.strings(r)?;
        let addresses = buffer.addresses(r, 1, words)?;
        let length = (words as c_int).wrapping_mul(4);
        *self = Hostent { name, aliases, family: family.cast_signed(), length, addresses };
        Some(())
    }
}

/// Fills the caller's struct. A record with too few fields counts as unavailable: a larger buffer would not help.
///
/// # Safety
/// `out` is valid for a write, `buffer` for `len` bytes.
pub(crate) unsafe fn fill_in<T: Entry>(
    record: &Record<'_>,
    out: *mut T,
    buffer: *mut c_char,
    len: usize,
) -> Result<(), NoRecord> {
    let (strings, nums) = T::SHAPE;
    if record.string_count() < strings || record.num_count() < nums {
        return Err(NoRecord::Unavailable);
    }
    // SAFETY: by contract; only this thread uses the caller's buffer and struct during the call.
    unsafe {
        let mut buffer = Buffer::new(buffer, len);
        (*out).fill(record, &mut buffer).ok_or(NoRecord::BufferTooSmall)
    }
}
