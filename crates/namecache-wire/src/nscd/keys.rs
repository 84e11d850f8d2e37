//! Converts keys as nscd's clients write them to canonical keys, and back.
use super::{AF_INET, AF_INET6, Request, RequestType};
use crate::bytes::{decimal, put, u32_at};
use crate::database::Database;
use crate::key;

/// Appends the canonical key ([`crate::key`]) of a lookup. Returns `None` if the request's key does not match its type.
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

/// Parses a uid or gid. glibc's client prints it unsigned, some other clients print it signed.
fn decimal_id(text: &[u8]) -> Option<u32> {
    match text.split_first() {
        Some((b'-', rest)) => decimal(rest).map(u32::wrapping_neg),
        _ => decimal(text),
    }
}

/// Appends the key that glibc's client sends for a canonical key, and returns the request type. Returns `None` if that
/// client has no such request.
pub fn client_key(db: Database, canonical: &[u8], out: &mut impl Extend<u8>) -> Option<RequestType> {
    use RequestType::*;
    let (&kind, rest) = canonical.split_first()?;
    Some(match (db, kind) {
        (Database::Passwd, key::NAME) => named(PasswdByName, rest, out),
        (Database::Group, key::NAME) => named(GroupByName, rest, out),
        (Database::Initgroups, key::NAME) => named(Initgroups, rest, out),
        (Database::Netgroup, key::NAME) => named(Netgroup, rest, out),
        (Database::Passwd | Database::Group, key::NUMBER) => {
            put_decimal(u32_at(rest, 0)?, out);
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
            let port = u16::try_from(u32_at(rest, 0)?).ok()?;
            put_decimal(u32::from(port.to_be()), out);
            put(out, b"/");
            named(ServiceByPort, rest.get(4..)?, out)
        }
        (Database::Netgroup, key::OTHER) => {
            put(out, rest);
            InNetgroup
        }
        (Database::Hosts, key::NAME) => {
            let v6 = u32_at(rest, 0)? == AF_INET6;
            named(if v6 { HostByNameV6 } else { HostByName }, rest.get(4..)?, out)
        }
        (Database::Hosts, key::NUMBER) => {
            let v6 = u32_at(rest, 0)? == AF_INET6;
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
