//! Writes answers as nscd's clients read them: a header of native integers, then strings.
use super::{AF_INET6, RequestType, VERSION, ints};
use crate::bytes::put;
use crate::database::Database;
use crate::record::Record;

/// `HOST_NOT_FOUND` of netdb.h.
const HOST_NOT_FOUND: i32 = 1;

/// Appends the answer that the entry does not exist.
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

/// Appends `record` as an answer. Returns `None` if the record does not belong to the request's database; `out` is then
/// incomplete.
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
