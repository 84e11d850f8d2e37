//! The messages of Egret's own socket: the requests of FreeBSD's nscd, framed by a magic number, a version and a
//! length.
//!
//! ```text
//! 0       4         6      8        12
//! | magic | version | type | length | payload
//! ```
//!
//! Numbers are little-endian; `length` counts the payload only. A connection carries any number of requests. The type
//! of an answer is the type of its request plus one. A name is preceded by its length as u16, a key as u32.
//!
//! | request | payload | answer |
//! |---|---|---|
//! | [`Request::Read`] | name, key | status, then the value where it is [`Status::Found`] |
//! | [`Request::Write`] | name, key, value; an empty value is a negative entry | status |
//! | [`Request::Transform`] | name (empty: all caches), 0 for the caller's entries or 1 for all users' | status |
//! | [`Request::WriteSession`] | name | status; [`Request::Item`]s follow, then commit or abandon |
//! | [`Request::Item`] | value | status |
//! | [`Request::Commit`], [`Request::Abandon`] | nothing | status |
//! | [`Request::ReadSession`] | name | status; [`Request::Next`] follow |
//! | [`Request::Next`] | nothing | status, value; [`Status::Absent`] after the last |
//! | [`Request::List`] | name | status; after [`Status::Found`] the list of the database is published |
//! | [`Request::Statistics`] | nothing | status, Prometheus text |
//! | [`Request::View`] | name, key, u64 id of the mapped view or 0 | status, u64 id, then as for [`Request::Read`] |
//!
//! If the id in an answer to [`Request::View`] is not 0, the answer carries a descriptor (SCM_RIGHTS) of the caller's
//! [`view`](crate::view) of that cache.
use crate::bytes::{put, slice_at, u16_at, u32_at, u64_at};

/// `EGRN`.
pub const MAGIC: u32 = u32::from_le_bytes(*b"EGRN");
/// The version of this framing.
pub const VERSION: u16 = 1;
/// The number of bytes before the payload.
pub const HEADER: usize = 12;
/// The maximum size of a request's payload; a connection that announces more is closed.
pub const MAX_REQUEST: usize = 64 << 10;
/// The maximum length of a cache name.
pub const MAX_NAME: usize = 64;

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// Success. The value follows, if the request returns one.
    Found = 0,
    /// The entry does not exist or, in a read session, there is no further item.
    Absent = 1,
    /// The cache does not exist, is disabled, or does not serve this client.
    Unserved = 2,
    /// The lookup failed or took too long: the client should ask another source.
    Busy = 3,
    /// The client lacks permission.
    Denied = 4,
    /// The request is not valid in this state of the connection.
    Malformed = 5,
}

impl Status {
    /// Returns the status with this number.
    #[must_use]
    pub fn numbered(n: u32) -> Option<Status> {
        [Status::Found, Status::Absent, Status::Unserved, Status::Busy, Status::Denied, Status::Malformed]
            .into_iter()
            .find(|s| *s as u32 == n)
    }
}

/// A parsed request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    /// Asks for the value of a key.
    Read {
        /// The cache.
        name: &'a [u8],
        /// The key.
        key: &'a [u8],
    },
    /// Stores a value under a key, in the caller's own view.
    Write {
        /// The cache.
        name: &'a [u8],
        /// The key.
        key: &'a [u8],
        /// The value; empty for a negative entry.
        value: &'a [u8],
    },
    /// Flushes entries. Once the answer arrives, they are gone.
    Transform {
        /// The cache; empty for all caches.
        name: &'a [u8],
        /// Whether to flush the entries of all users instead of only the caller's.
        everybody: bool,
    },
    /// Begins to write a list.
    WriteSession {
        /// The cache.
        name: &'a [u8],
    },
    /// Adds an item to the list that is being written.
    Item(&'a [u8]),
    /// Publishes the written list.
    Commit,
    /// Discards the written list.
    Abandon,
    /// Begins to read a list.
    ReadSession {
        /// The cache.
        name: &'a [u8],
    },
    /// Asks for the next item of the list that is being read.
    Next,
    /// Makes the daemon produce and publish the list of a database.
    List {
        /// The database.
        name: &'a [u8],
    },
    /// Asks for the metrics.
    Statistics,
    /// Asks for the value of a key in a cache whose answers differ by user, and for the caller's view of it.
    View {
        /// The cache.
        name: &'a [u8],
        /// The key.
        key: &'a [u8],
        /// The id of the view that the caller has mapped and that lacks the key; 0 if it has mapped none.
        have: u64,
    },
}

/// The result of [`parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parsed<'a> {
    /// Incomplete: at least this many bytes are needed in total.
    Short(usize),
    /// A request, and its size in bytes.
    Whole(Request<'a>, usize),
    /// The bytes are not of this protocol. The text says what was expected.
    Bad(&'static str),
}

/// Parses the request at the start of `bytes`.
#[must_use]
pub fn parse(bytes: &[u8]) -> Parsed<'_> {
    if bytes.len() < HEADER {
        return Parsed::Short(HEADER);
    }
    let header =
        || Some((u32_at(bytes, 0)?, u16_at(bytes, 4)?, u16_at(bytes, 6)?, u32_at(bytes, 8)? as usize));
    let Some((magic, version, kind, length)) = header() else { return Parsed::Short(HEADER) };
    if magic != MAGIC {
        return Parsed::Bad("expected the magic number EGRN");
    }
    if version != VERSION {
        return Parsed::Bad("expected version 1");
    }
    if length > MAX_REQUEST {
        return Parsed::Bad("expected at most 64 KiB of payload");
    }
    let Some(payload) = slice_at(bytes, HEADER, length) else { return Parsed::Short(HEADER + length) };
    match request(kind, payload) {
        Some(r) => Parsed::Whole(r, HEADER + length),
        None => Parsed::Bad("expected a known request type and its fields"),
    }
}

fn request(kind: u16, payload: &[u8]) -> Option<Request<'_>> {
    let name = || {
        let len = usize::from(u16_at(payload, 0)?);
        if len > MAX_NAME { None } else { Some((slice_at(payload, 2, len)?, payload.get(2 + len..)?)) }
    };
    let key = |rest| {
        let len = u32_at(rest, 0)? as usize;
        Some((slice_at(rest, 4, len)?, rest.get(4 + len..)?))
    };
    let alone = |r| payload.is_empty().then_some(r);
    let named = || name().and_then(|(n, rest)| rest.is_empty().then_some(n));
    Some(match kind {
        1 => {
            let (name, rest) = name()?;
            let (key, value) = key(rest)?;
            Request::Write { name, key, value }
        }
        3 => {
            let (name, rest) = name()?;
            let (key, rest) = key(rest)?;
            if !rest.is_empty() {
                return None;
            }
            Request::Read { name, key }
        }
        5 => match name()? {
            (name, [0]) => Request::Transform { name, everybody: false },
            (name, [1]) => Request::Transform { name, everybody: true },
            _ => return None,
        },
        7 => Request::WriteSession { name: named()? },
        9 => Request::Item(payload),
        11 => alone(Request::Commit)?,
        13 => alone(Request::Abandon)?,
        15 => Request::ReadSession { name: named()? },
        17 => alone(Request::Next)?,
        19 => Request::List { name: named()? },
        21 => alone(Request::Statistics)?,
        VIEW => {
            let (name, rest) = name()?;
            let (key, rest) = key(rest)?;
            if rest.len() != 8 {
                return None;
            }
            Request::View { name, key, have: u64_at(rest, 0)? }
        }
        _ => return None,
    })
}

impl Request<'_> {
    /// The number of the request's type.
    #[must_use]
    pub fn number(&self) -> u16 {
        match self {
            Request::Write { .. } => 1,
            Request::Read { .. } => 3,
            Request::Transform { .. } => 5,
            Request::WriteSession { .. } => 7,
            Request::Item(_) => 9,
            Request::Commit => 11,
            Request::Abandon => 13,
            Request::ReadSession { .. } => 15,
            Request::Next => 17,
            Request::List { .. } => 19,
            Request::Statistics => 21,
            Request::View { .. } => VIEW,
        }
    }

    /// Appends the request to `out`.
    pub fn encode(&self, out: &mut impl Extend<u8>) {
        let name_len = |n: &[u8]| (n.len() as u16).to_le_bytes();
        let key_len = |k: &[u8]| (k.len() as u32).to_le_bytes();
        let length = match self {
            Request::Read { name, key } => 6 + name.len() + key.len(),
            Request::View { name, key, .. } => 14 + name.len() + key.len(),
            Request::Write { name, key, value } => 6 + name.len() + key.len() + value.len(),
            Request::Transform { name, .. } => 3 + name.len(),
            Request::WriteSession { name } | Request::ReadSession { name } | Request::List { name } => {
                2 + name.len()
            }
            Request::Item(value) => value.len(),
            Request::Commit | Request::Abandon | Request::Next | Request::Statistics => 0,
        };
        header(self.number(), length as u32, out);
        match self {
            Request::Read { name, key } => {
                put(out, &name_len(name));
                put(out, name);
                put(out, &key_len(key));
                put(out, key);
            }
            Request::View { name, key, have } => {
                put(out, &name_len(name));
                put(out, name);
                put(out, &key_len(key));
                put(out, key);
                put(out, &have.to_le_bytes());
            }
            Request::Write { name, key, value } => {
                put(out, &name_len(name));
                put(out, name);
                put(out, &key_len(key));
                put(out, key);
                put(out, value);
            }
            Request::Transform { name, everybody } => {
                put(out, &name_len(name));
                put(out, name);
                put(out, &[u8::from(*everybody)]);
            }
            Request::WriteSession { name } | Request::ReadSession { name } | Request::List { name } => {
                put(out, &name_len(name));
                put(out, name);
            }
            Request::Item(value) => put(out, value),
            Request::Commit | Request::Abandon | Request::Next | Request::Statistics => {}
        }
    }
}

fn header(kind: u16, length: u32, out: &mut impl Extend<u8>) {
    put(out, &MAGIC.to_le_bytes());
    put(out, &VERSION.to_le_bytes());
    put(out, &kind.to_le_bytes());
    put(out, &length.to_le_bytes());
}

/// Appends the answer to a request of type `to`.
pub fn answer(to: u16, status: Status, value: &[u8], out: &mut impl Extend<u8>) {
    header(to + 1, 4 + value.len() as u32, out);
    put(out, &(status as u32).to_le_bytes());
    put(out, value);
}

/// Appends the answer to [`Request::View`]. `id` names the view that is sent with it; 0 if none is.
pub fn answer_view(status: Status, id: u64, value: &[u8], out: &mut impl Extend<u8>) {
    header(VIEW + 1, 12 + value.len() as u32, out);
    put(out, &(status as u32).to_le_bytes());
    put(out, &id.to_le_bytes());
    put(out, value);
}

/// The number of the type of [`Request::View`].
pub const VIEW: u16 = 23;

/// Returns the size in bytes of the answer that begins with this header; `None` if it is not the header of an answer to
/// a request of type `to`.
#[must_use]
pub fn answer_size(to: u16, bytes: &[u8]) -> Option<usize> {
    let right = u32_at(bytes, 0)? == MAGIC
        && u16_at(bytes, 4)? == VERSION
        && u16_at(bytes, 6)? == to.checked_add(1)?;
    let length = u32_at(bytes, 8)? as usize;
    (right && (4..=crate::record::MAX + 12).contains(&length)).then_some(HEADER + length)
}

/// Parses a complete answer to a request of type `to`.
#[must_use]
pub fn parse_answer(to: u16, bytes: &[u8]) -> Option<(Status, &[u8])> {
    let body = bytes.get(HEADER..answer_size(to, bytes)?)?;
    Some((Status::numbered(u32_at(body, 0)?)?, body.get(4..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_parse_back_and_only_when_complete() {
        let all = [
            Request::Read { name: b"passwd", key: b"\x01ida" },
            Request::Write { name: b"own", key: b"k", value: b"" },
            Request::Transform { name: b"", everybody: true },
            Request::WriteSession { name: b"passwd" },
            Request::Item(b"value"),
            Request::Commit,
            Request::Abandon,
            Request::ReadSession { name: b"passwd" },
            Request::Next,
            Request::List { name: b"group" },
            Request::Statistics,
            Request::View { name: b"passwd", key: b"\x01ida", have: 77 },
        ];
        for r in all {
            let mut out = Vec::new();
            r.encode(&mut out);
            assert_eq!(parse(&out), Parsed::Whole(r, out.len()));
            for cut in 0..out.len() {
                assert!(matches!(parse(&out[..cut]), Parsed::Short(n) if n > cut));
            }
        }
    }

    #[test]
    fn surplus_bytes_and_other_protocols_are_bad() {
        let mut out = Vec::new();
        Request::Read { name: b"passwd", key: b"k" }.encode(&mut out);
        let mut long = out.clone();
        long[8] += 1;
        long.push(0);
        assert!(matches!(parse(&long), Parsed::Bad(_)));
        for (at, value) in [(0, b'X'), (4, 9), (6, 200), (10, 255)] {
            let mut bad = out.clone();
            bad[at] = value;
            assert!(matches!(parse(&bad), Parsed::Bad(_)), "{at}");
        }
    }

    #[test]
    fn answers_name_their_request() {
        let mut out = Vec::new();
        answer(3, Status::Found, b"value", &mut out);
        assert_eq!(parse_answer(3, &out), Some((Status::Found, &b"value"[..])));
        assert_eq!(parse_answer(1, &out), None);
        let mut view = Vec::new();
        answer_view(Status::Found, 7, b"value", &mut view);
        assert_eq!(parse_answer(VIEW, &view), Some((Status::Found, &b"\x07\0\0\0\0\0\0\0value"[..])));
        assert_eq!(parse_answer(3, &out[..out.len() - 1]), None);
    }
}
