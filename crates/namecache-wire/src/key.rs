//! Keys: a kind byte and its operands. Requests of both protocols are translated into this canonical form.
//!
//! | database | kind 1 | kind 2 | kind 3 |
//! |---|---|---|---|
//! | passwd, group | name | uid, gid (u32) | |
//! | initgroups | user | | |
//! | services | name NUL protocol | port (u32) protocol | |
//! | protocols, rpc | name | number (u32) | |
//! | networks | name | family (u32) network (u32) | |
//! | ethers | host | six octets | |
//! | netgroup | group | | group, host, user, domain: see [`in_netgroup`] |
//! | hosts | family (u32) name | family (u32) address | name, for getaddrinfo |
//!
//! An empty protocol means any. Numbers are little-endian.
use crate::bytes::{put, u32_at};
use crate::database::Database;
use crate::record::Record;

/// The kind of keys by name.
pub const NAME: u8 = 1;
/// The kind of keys by number or address.
pub const NUMBER: u8 = 2;
/// The third kind, for `innetgr` and `getaddrinfo`.
pub const OTHER: u8 = 3;

/// The maximum length of a key in bytes, kind included.
pub const MAX: usize = 1100;

/// Appends the key of a name, in databases whose first kind is a bare name.
pub fn by_name(name: &[u8], out: &mut impl Extend<u8>) {
    put(out, &[NAME]);
    put(out, name);
}

/// Appends the key of a number in passwd, group, protocols or rpc.
pub fn by_number(number: u32, out: &mut impl Extend<u8>) {
    put(out, &[NUMBER]);
    put(out, &number.to_le_bytes());
}

/// Appends the key of a service by name; an empty protocol means any.
pub fn service_by_name(name: &[u8], proto: &[u8], out: &mut impl Extend<u8>) {
    put(out, &[NAME]);
    put(out, name);
    put(out, &[0]);
    put(out, proto);
}

/// Appends the key of a service by port in host byte order; an empty protocol means any.
pub fn service_by_port(port: u16, proto: &[u8], out: &mut impl Extend<u8>) {
    put(out, &[NUMBER]);
    put(out, &u32::from(port).to_le_bytes());
    put(out, proto);
}

/// Appends the key of a network by its number in host byte order.
pub fn network_by_number(family: u32, net: u32, out: &mut impl Extend<u8>) {
    put(out, &[NUMBER]);
    put(out, &family.to_le_bytes());
    put(out, &net.to_le_bytes());
}

/// Appends the key of an Ethernet host by its address.
pub fn ether_by_address(address: [u8; 6], out: &mut impl Extend<u8>) {
    put(out, &[NUMBER]);
    put(out, &address);
}

/// Appends the key of a host by name in one address family.
pub fn host_by_name(family: u32, name: &[u8], out: &mut impl Extend<u8>) {
    put(out, &[NAME]);
    put(out, &family.to_le_bytes());
    put(out, name);
}

/// Appends the key of a host by address.
pub fn host_by_address(family: u32, address: &[u8], out: &mut impl Extend<u8>) {
    put(out, &[NUMBER]);
    put(out, &family.to_le_bytes());
    put(out, address);
}

/// Appends the key of all addresses of a host, for getaddrinfo.
pub fn addrinfo(name: &[u8], out: &mut impl Extend<u8>) {
    put(out, &[OTHER]);
    put(out, name);
}

/// Appends the key of the question whether a triple is in a netgroup. The operands have the layout of nscd's protocol:
/// the group and its NUL, then for each field of the triple either a 0, or a 1, the text and its NUL.
pub fn in_netgroup(group: &[u8], triple: Triple<'_>, out: &mut impl Extend<u8>) {
    put(out, &[OTHER]);
    put(out, group);
    put(out, &[0]);
    for field in triple {
        match field {
            None => put(out, &[0]),
            Some(text) => {
                put(out, &[1]);
                put(out, text);
                put(out, &[0]);
            }
        }
    }
}

/// A host, a user and a domain; `None` matches anything.
pub type Triple<'a> = [Option<&'a [u8]>; 3];

/// Parses the operands of [`in_netgroup`]: the key without its kind byte.
#[must_use]
pub fn netgroup_operands(operands: &[u8]) -> Option<(&[u8], Triple<'_>)> {
    let (group, mut rest) = until_nul(operands)?;
    let mut triple = [None; 3];
    for field in &mut triple {
        let (tag, after) = rest.split_first()?;
        rest = after;
        if *tag == 1 {
            let (text, after) = until_nul(rest)?;
            *field = Some(text);
            rest = after;
        } else if *tag != 0 {
            return None;
        }
    }
    rest.is_empty().then_some((group, triple))
}

/// Returns the bytes before the first NUL, and those after it.
#[must_use]
pub fn until_nul(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = bytes.iter().position(|&b| b == 0)?;
    Some((bytes.get(..at)?, bytes.get(at + 1..)?))
}

/// Whether a key is valid for the database: its kind is known and its operands are complete. A name must not be empty
/// or contain a NUL.
#[must_use]
pub fn is_well_formed(db: Database, key: &[u8]) -> bool {
    let Some((&kind, rest)) = key.split_first() else { return false };
    let name = |n: &[u8]| !n.is_empty() && !n.contains(&0);
    if key.len() > MAX {
        return false;
    }
    match (db, kind) {
        (Database::Services, NAME) => {
            until_nul(rest).is_some_and(|(n, proto)| name(n) && !proto.contains(&0))
        }
        (Database::Services, NUMBER) => {
            u32_at(rest, 0).is_some_and(|p| p <= 0xffff) && rest.get(4..).is_some_and(|p| !p.contains(&0))
        }
        (Database::Hosts, NAME) => u32_at(rest, 0).is_some() && rest.get(4..).is_some_and(name),
        (Database::Hosts, NUMBER) => matches!(
            (u32_at(rest, 0), rest.len()),
            (Some(crate::nscd::AF_INET), 8) | (Some(crate::nscd::AF_INET6), 20)
        ),
        (Database::Hosts, OTHER) => name(rest),
        (Database::Netgroup, OTHER) => netgroup_operands(rest).is_some_and(|(g, _)| name(g)),
        (Database::Networks, NUMBER) => rest.len() == 8,
        (Database::Ethers, NUMBER) => rest.len() == 6,
        (Database::Passwd | Database::Group | Database::Protocols | Database::Rpc, NUMBER) => rest.len() == 4,
        (_, NAME) => name(rest),
        _ => false,
    }
}

/// Calls `each` with every key that finds this record, in the order in which libc would match them. Never calls it for
/// databases that [cannot be listed](Database::can_be_listed).
pub fn keys_of<B: Extend<u8> + AsRef<[u8]> + Default>(
    db: Database,
    record: &Record<'_>,
    mut each: impl FnMut(&[u8]),
) {
    let mut with = |make: &dyn Fn(&mut B)| {
        let mut key = B::default();
        make(&mut key);
        each(key.as_ref());
    };
    let Some(name) = record.string(0) else { return };
    let Some(number) = record.num(0) else { return };
    match db {
        Database::Passwd | Database::Group => {
            with(&|k| by_name(name, k));
            with(&|k| by_number(number, k));
        }
        Database::Protocols | Database::Rpc => {
            with(&|k| by_name(name, k));
            for alias in record.strings().skip(1) {
                with(&|k| by_name(alias, k));
            }
            with(&|k| by_number(number, k));
        }
        Database::Networks => {
            let Some(net) = record.num(1) else { return };
            with(&|k| by_name(name, k));
            for alias in record.strings().skip(1) {
                with(&|k| by_name(alias, k));
            }
            with(&|k| network_by_number(number, net, k));
        }
        Database::Services => {
            let (Some(proto), Ok(port)) = (record.string(1), u16::try_from(number)) else { return };
            for proto in [proto, b""] {
                with(&|k| service_by_name(name, proto, k));
                for alias in record.strings().skip(2) {
                    with(&|k| service_by_name(alias, proto, k));
                }
                with(&|k| service_by_port(port, proto, k));
            }
        }
        Database::Initgroups | Database::Ethers | Database::Netgroup | Database::Hosts => {}
    }
}

#[cfg(test)]
mod tests;
