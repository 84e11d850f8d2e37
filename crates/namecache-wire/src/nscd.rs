//! The protocol of glibc's name service cache daemon (nscd), version 2, which glibc's and musl's clients speak.
//!
//! A connection carries one request: three native `i32` (version, type, key length) and the key with its NUL. The
//! answer is a header of native `i32`s, `version` and `found` first, then its strings. `found` is 1, 0 (the entry does
//! not exist) or -1 (this database is not served: the client asks its own sources and skips nscd for the next 100
//! calls). The answer to a request for a descriptor (`GETFD…`) is the key, the size as a native `u64`, and the
//! descriptor.
use crate::bytes::{put, slice_at};

mod answers;
mod keys;
mod request_type;

pub use answers::{absent, found, unserved};
pub use keys::{canonical_key, client_key};
pub use request_type::RequestType;

/// The protocol version; glibc has used no other.
pub const VERSION: i32 = 2;
/// The number of bytes before the key.
pub const HEADER: usize = 12;
/// The maximum length of a key that nscd accepts.
pub const MAX_KEY: usize = 1024;
/// `AF_INET` of Linux.
pub const AF_INET: u32 = 2;
/// `AF_INET6` of Linux.
pub const AF_INET6: u32 = 10;

/// A request; its key borrows the received bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// Its type.
    pub kind: RequestType,
    /// The key, with its NUL if the client sends one.
    pub key: &'a [u8],
}

/// The result of [`parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parsed<'a> {
    /// Incomplete: at least this many bytes are needed in total.
    Short(usize),
    /// A request. Bytes after it are ignored.
    Whole(Request<'a>),
    /// The bytes are not of this protocol. The text says what was expected.
    Bad(&'static str),
}

fn i32_at(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_ne_bytes(slice_at(bytes, at, 4)?.try_into().ok()?))
}

/// Parses the request at the start of `bytes`.
#[must_use]
pub fn parse(bytes: &[u8]) -> Parsed<'_> {
    let (Some(version), Some(kind), Some(len)) = (i32_at(bytes, 0), i32_at(bytes, 4), i32_at(bytes, 8))
    else {
        return Parsed::Short(HEADER);
    };
    if version != VERSION {
        return Parsed::Bad("expected version 2");
    }
    let Some(kind) = RequestType::numbered(kind) else { return Parsed::Bad("expected a type from 0 to 21") };
    let len = match usize::try_from(len) {
        Ok(len) if len <= MAX_KEY => len,
        _ => return Parsed::Bad("expected a key of at most 1024 bytes"),
    };
    match slice_at(bytes, HEADER, len) {
        Some(key) => Parsed::Whole(Request { kind, key }),
        None => Parsed::Short(HEADER + len),
    }
}

/// Appends a request as a client sends it.
pub fn request(kind: RequestType, key: &[u8], out: &mut impl Extend<u8>) {
    ints(&[VERSION, kind as i32, key.len() as i32], out);
    put(out, key);
}

fn ints(values: &[i32], out: &mut impl Extend<u8>) {
    for v in values {
        put(out, &v.to_ne_bytes());
    }
}

#[cfg(test)]
mod tests;
