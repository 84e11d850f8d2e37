//! The protocol of glibc's name service cache daemon, version 2: what stock programs speak.
//!
//! A connection carries one request: three native `i32` (version, type, key length) and the key with its NUL. The
//! answer is a header of native `i32`s, `version` and `found` first, then its strings. `found` is 1, 0 (there is none)
//! or -1 (this database is not served: the client asks its own sources and leaves us alone for 100 calls).
//! A request for a descriptor (`GETFD…`) is answered with the echoed key, the size as native `u64`, and the descriptor.
use crate::bytes::{decimal, put, slice_at};
use crate::database::Database;
use crate::key;
use crate::record::Record;

/// The only version that was ever in use.
pub const VERSION: i32 = 2;
/// Bytes before the key.
pub const HEADER: usize = 12;
/// The longest key that the original accepts.
pub const MAX_KEY: usize = 1024;
/// `AF_INET` of Linux.
pub const AF_INET: u32 = 2;
/// `AF_INET6` of Linux.
pub const AF_INET6: u32 = 10;
/// `HOST_NOT_FOUND` of netdb.h.
const HOST_NOT_FOUND: i32 = 1;

/// The requests, with their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum RequestType {
    /// A user by name.
    PasswdByName = 0,
    /// A user by uid in decimal.
    PasswdByUid = 1,
    /// A group by name.
    GroupByName = 2,
    /// A group by gid in decimal.
    GroupByGid = 3,
    /// A host by name, IPv4.
    HostByName = 4,
    /// A host by name, IPv6.
    HostByNameV6 = 5,
    /// A host by IPv4 address.
    HostByAddr = 6,
    /// A host by IPv6 address.
    HostByAddrV6 = 7,
    /// Ends the daemon.
    Shutdown = 8,
    /// The statistics of `nscd -g`.
    Statistics = 9,
    /// Forgets a database.
    Invalidate = 10,
    /// The descriptor of the passwd image.
    PasswdFd = 11,
    /// The descriptor of the group image.
    GroupFd = 12,
    /// The descriptor of the hosts image.
    HostsFd = 13,
    /// All addresses of a host.
    Addrinfo = 14,
    /// The groups of a user.
    Initgroups = 15,
    /// A service, `name/protocol`.
    ServiceByName = 16,
    /// A service, `port/protocol`, the port in network order.
    ServiceByPort = 17,
    /// The descriptor of the services image.
    ServicesFd = 18,
    /// The triples of a netgroup.
    Netgroup = 19,
    /// Whether a triple is in a netgroup.
    InNetgroup = 20,
    /// The descriptor of the netgroup image.
    NetgroupFd = 21,
}

impl RequestType {
    /// The request of that number.
    #[must_use]
    pub fn numbered(n: i32) -> Option<RequestType> {
        use RequestType::*;
        const ALL: [RequestType; 22] = [
            PasswdByName,
            PasswdByUid,
            GroupByName,
            GroupByGid,
            HostByName,
            HostByNameV6,
            HostByAddr,
            HostByAddrV6,
            Shutdown,
            Statistics,
            Invalidate,
            PasswdFd,
            GroupFd,
            HostsFd,
            Addrinfo,
            Initgroups,
            ServiceByName,
            ServiceByPort,
            ServicesFd,
            Netgroup,
            InNetgroup,
            NetgroupFd,
        ];
        ALL.get(usize::try_from(n).ok()?).copied()
    }

    /// The database a lookup or a descriptor request is about.
    #[must_use]
    pub fn database(self) -> Option<Database> {
        use RequestType::*;
        Some(match self {
            PasswdByName | PasswdByUid | PasswdFd => Database::Passwd,
            GroupByName | GroupByGid | GroupFd => Database::Group,
            Initgroups => Database::Initgroups,
            ServiceByName | ServiceByPort | ServicesFd => Database::Services,
            Netgroup | InNetgroup | NetgroupFd => Database::Netgroup,
            HostByName | HostByNameV6 | HostByAddr | HostByAddrV6 | Addrinfo | HostsFd => Database::Hosts,
            Shutdown | Statistics | Invalidate => return None,
        })
    }

    /// Whether the request asks for a descriptor.
    #[must_use]
    pub fn wants_descriptor(self) -> bool {
        use RequestType::*;
        matches!(self, PasswdFd | GroupFd | HostsFd | ServicesFd | NetgroupFd)
    }

    /// Bytes of the answer's header.
    #[must_use]
    pub fn answer_header(self) -> usize {
        use RequestType::*;
        match self {
            PasswdByName | PasswdByUid => 36,
            GroupByName | GroupByGid | Addrinfo | ServiceByName | ServiceByPort => 24,
            HostByName | HostByNameV6 | HostByAddr | HostByAddrV6 => 32,
            Initgroups | InNetgroup => 12,
            Netgroup => 16,
            _ => 8,
        }
    }
}

/// A request, its key still in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// What is asked.
    pub kind: RequestType,
    /// The key, its NUL included where the client sends one.
    pub key: &'a [u8],
}

/// What the bytes at hand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parsed<'a> {
    /// More must come: this many bytes in all.
    Short(usize),
    /// The request. What follows it is not ours to read.
    Whole(Request<'a>),
    /// Not this protocol; the text says what was expected.
    Bad(&'static str),
}

fn i32_at(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_ne_bytes(slice_at(bytes, at, 4)?.try_into().ok()?))
}

/// Looks for a request at the start of `bytes`.
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

/// Appends a request, as a client sends it.
pub fn request(kind: RequestType, key: &[u8], out: &mut impl Extend<u8>) {
    ints(&[VERSION, kind as i32, key.len() as i32], out);
    put(out, key);
}

/// The canonical key (see [`crate::key`]) of a lookup, or `None` where the request's key is not what its type demands.
pub fn canonical_key(request: &Request<'_>, out: &mut impl Extend<u8>) -> Option<()> {
    use RequestType::*;
    let text = || match request.key.split_last() {
        Some((0, text)) if !text.is_empty() && !text.contains(&0) => Some(text),
        _ => None,
    };
    match request.kind {
        PasswdByName | GroupByName | Initgroups | Netgroup => key::by_name(text()?, out),
        PasswdByUid | GroupByGid => key::by_number(decimal_id(text()?)?, out),
        HostByName => key::host_by_name(AF_INET, text()?, out),
        HostByNameV6 => key::host_by_name(AF_INET6, text()?, out),
        HostByAddr if request.key.len() == 4 => key::host_by_address(AF_INET, request.key, out),
        HostByAddrV6 if request.key.len() == 16 => key::host_by_address(AF_INET6, request.key, out),
        Addrinfo => key::addrinfo(text()?, out),
        ServiceByName | ServiceByPort => {
            let text = text()?;
            let slash = text.iter().rposition(|&b| b == b'/')?;
            let (name, proto) = (text.get(..slash)?, text.get(slash + 1..)?);
            if request.kind == ServiceByName {
                if name.is_empty() {
                    return None;
                }
                key::service_by_name(name, proto, out);
            } else {
                let port = u16::try_from(decimal(name)?).ok()?;
                key::service_by_port(u16::from_be(port), proto, out);
            }
        }
        InNetgroup => {
            let (group, triple) = key::netgroup_operands(request.key)?;
            if group.is_empty() {
                return None;
            }
            key::in_netgroup(group, triple, out);
        }
        _ => return None,
    }
    Some(())
}

/// Ids travel as `%lu` of an unsigned id; some clients print them signed.
fn decimal_id(text: &[u8]) -> Option<u32> {
    match text.split_first() {
        Some((b'-', rest)) => decimal(rest).map(u32::wrapping_neg),
        _ => decimal(text),
    }
}

/// The request type and key with which glibc's client would ask for a canonical key; `None` where that client cannot
/// ask for it.
pub fn client_key(db: Database, canonical: &[u8], out: &mut impl Extend<u8>) -> Option<RequestType> {
    use RequestType::*;
    let (&kind, rest) = canonical.split_first()?;
    Some(match (db, kind) {
        (Database::Passwd, key::NAME) => named(PasswdByName, rest, out),
        (Database::Group, key::NAME) => named(GroupByName, rest, out),
        (Database::Initgroups, key::NAME) => named(Initgroups, rest, out),
        (Database::Netgroup, key::NAME) => named(Netgroup, rest, out),
        (Database::Passwd | Database::Group, key::NUMBER) => {
            put_decimal(crate::bytes::u32_at(rest, 0)?, out);
            put(out, &[0]);
            if db == Database::Passwd { PasswdByUid } else { GroupByGid }
        }
        (Database::Services, key::NAME) => {
            let (name, proto) = key::until_nul(rest)?;
            put(out, name);
            put(out, b"/");
            named(ServiceByName, proto, out)
        }
        (Database::Services, key::NUMBER) => {
            let port = u16::try_from(crate::bytes::u32_at(rest, 0)?).ok()?;
            put_decimal(u32::from(port.to_be()), out);
            put(out, b"/");
            named(ServiceByPort, rest.get(4..)?, out)
        }
        (Database::Netgroup, key::OTHER) => {
            put(out, rest);
            InNetgroup
        }
        (Database::Hosts, key::NAME) => {
            let v6 = crate::bytes::u32_at(rest, 0)? == AF_INET6;
            named(if v6 { HostByNameV6 } else { HostByName }, rest.get(4..)?, out)
        }
        (Database::Hosts, key::NUMBER) => {
            let v6 = crate::bytes::u32_at(rest, 0)? == AF_INET6;
            put(out, rest.get(4..)?);
            if v6 { HostByAddrV6 } else { HostByAddr }
        }
        (Database::Hosts, key::OTHER) => named(Addrinfo, rest, out),
        _ => return None,
    })
}

fn named(kind: RequestType, name: &[u8], out: &mut impl Extend<u8>) -> RequestType {
    put(out, name);
    put(out, &[0]);
    kind
}

fn put_decimal(n: u32, out: &mut impl Extend<u8>) {
    let mut digits = [0u8; 10];
    let mut left = n;
    let mut used = 0;
    for d in digits.iter_mut().rev() {
        *d = b'0' + (left % 10) as u8;
        left /= 10;
        used += 1;
        if left == 0 {
            break;
        }
    }
    put(out, digits.get(10 - used..).unwrap_or_default());
}

fn ints(values: &[i32], out: &mut impl Extend<u8>) {
    for v in values {
        put(out, &v.to_ne_bytes());
    }
}

/// Appends the answer that there is none.
pub fn absent(kind: RequestType, out: &mut impl Extend<u8>) {
    empty(kind, 0, out);
}

/// Appends the answer that this database is not served.
pub fn unserved(kind: RequestType, out: &mut impl Extend<u8>) {
    empty(kind, -1, out);
}

fn empty(kind: RequestType, found: i32, out: &mut impl Extend<u8>) {
    ints(&[VERSION, found], out);
    let words = kind.answer_header() / 4;
    let hosts = kind.database() == Some(Database::Hosts);
    for i in 2..words {
        ints(&[if hosts && i + 1 == words { HOST_NOT_FOUND } else { 0 }], out);
    }
}

/// Appends the answer `record`; `None` where the record is not one of the request's database, and then nothing
/// usable has been appended.
pub fn found(kind: RequestType, record: &Record<'_>, out: &mut impl Extend<u8>) -> Option<()> {
    use RequestType::*;
    let len = |i| record.string_len(i).map(|n| n as i32);
    let num = |i| record.num(i).map(u32::cast_signed);
    match kind {
        PasswdByName | PasswdByUid => {
            ints(&[VERSION, 1, len(0)?, len(1)?, num(0)?, num(1)?, len(2)?, len(3)?, len(4)?], out);
            put(out, record.blob());
        }
        GroupByName | GroupByGid => {
            let members = record.string_count().checked_sub(2)?;
            ints(&[VERSION, 1, len(0)?, len(1)?, num(0)?, members as i32], out);
            for i in 2..record.string_count() {
                ints(&[len(i)?], out);
            }
            put(out, record.blob());
        }
        Initgroups => {
            ints(&[VERSION, 1, record.num_count() as i32], out);
            for i in 0..record.num_count() {
                ints(&[num(i)?], out);
            }
        }
        ServiceByName | ServiceByPort => {
            let aliases = record.string_count().checked_sub(2)?;
            let port = u16::try_from(record.num(0)?).ok()?.to_be();
            ints(&[VERSION, 1, len(0)?, len(1)?, aliases as i32, i32::from(port)], out);
            let (head, tail) =
                record.blob().split_at_checked(record.string_len(0)? + record.string_len(1)?)?;
            put(out, head);
            for i in 2..record.string_count() {
                ints(&[len(i)?], out);
            }
            put(out, tail);
        }
        Netgroup => {
            let triples = record.string_count() / 3;
            ints(&[VERSION, 1, triples as i32, record.blob().len() as i32], out);
            put(out, record.blob());
        }
        InNetgroup => ints(&[VERSION, 1, num(0)?], out),
        HostByName | HostByNameV6 | HostByAddr | HostByAddrV6 => {
            let v6 = record.num(0)? == AF_INET6;
            let words = if v6 { 4 } else { 1 };
            let count = (record.num_count() - 1) / words;
            let aliases = record.string_count().checked_sub(1)?;
            let family = record.num(0)?.cast_signed();
            ints(&[VERSION, 1, len(0)?, aliases as i32, family, words as i32 * 4, count as i32, 0], out);
            let (head, tail) = record.blob().split_at_checked(record.string_len(0)?)?;
            put(out, head);
            for i in 1..record.string_count() {
                ints(&[len(i)?], out);
            }
            for i in 0..count * words {
                ints(&[num(1 + i)?], out);
            }
            put(out, tail);
        }
        Addrinfo => {
            let count = record.num_count() / 5;
            let size = |i: usize| record.num(i * 5).map(|f| if f == AF_INET6 { 4 } else { 1 });
            let mut words = 0;
            for i in 0..count {
                words += size(i)?;
            }
            let canon = record.blob();
            ints(&[VERSION, 1, count as i32, words as i32 * 4, canon.len() as i32, 0], out);
            for i in 0..count {
                for w in 0..size(i)? {
                    ints(&[num(i * 5 + 1 + w)?], out);
                }
            }
            for i in 0..count {
                put(out, &[record.num(i * 5)? as u8]);
            }
            put(out, canon);
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests;
