//! Looks up single keys.
use super::abi::*;
use super::call::{call, r_call};
use super::records::{Got, group, host, network, numbered, passwd, record_of, service, text};
use libc::{c_char, c_int};
use namecache::lookup::Answer;
use namecache_wire::nscd::{AF_INET, AF_INET6};
use namecache_wire::{Database, bytes, key};
use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};

/// The maximum number of groups of a user, as Linux's `NGROUPS_MAX`; a longer list fails.
const MAX_GROUPS: usize = 65_536;
/// The maximum number of strings in the triples of a netgroup; the rest is dropped.
const MAX_NETGROUP_STRINGS: usize = 60_000;

/// Looks up a key and passes the answer to `reply`. A malformed key counts as absent.
pub(crate) fn look_up(db: Database, key: &[u8], reply: impl FnOnce(Answer<'_>)) {
    match find(db, key).unwrap_or(Got::Absent) {
        Got::Record(r) => reply(Answer::Found(&r, 0)),
        Got::Absent => reply(Answer::Absent),
        Got::Failed => reply(Answer::Failed),
    }
}

/// Looks up a key; returns `None` if it is malformed for that database.
fn find(db: Database, whole: &[u8]) -> Option<Got> {
    match whole.split_first()? {
        (&key::NAME, rest) => find_name(db, rest),
        (&key::NUMBER, rest) => find_number(db, rest),
        (&key::OTHER, rest) if db == Database::Netgroup => is_in_netgroup(rest),
        (&key::OTHER, rest) if db == Database::Hosts => Some(addresses(&CString::new(rest).ok()?)),
        _ => None,
    }
}

fn find_name(db: Database, rest: &[u8]) -> Option<Got> {
    // The keys of services and hosts contain more than a name.
    match db {
        Database::Services => return service_by_name(rest),
        Database::Hosts => return host_by_name(rest),
        _ => {}
    }
    let name = CString::new(rest).ok()?;
    let p = name.as_ptr();
    Some(match db {
        Database::Passwd => call(r_call!(libc::getpwnam_r, p), passwd),
        Database::Group => call(r_call!(libc::getgrnam_r, p), group),
        Database::Initgroups => groups_of(&name),
        Database::Protocols => call(r_call!(getprotobyname_r, p), numbered),
        Database::Rpc => call(r_call!(getrpcbyname_r, p), numbered),
        Database::Networks => {
            let mut herr = 0;
            call(r_call!(getnetbyname_r, p; &raw mut herr), network)
        }
        Database::Ethers => ether_by_name(&name),
        Database::Netgroup => triples(&name),
        Database::Services | Database::Hosts => return None,
    })
}

fn find_number(db: Database, rest: &[u8]) -> Option<Got> {
    if db == Database::Ethers {
        return Some(ether_by_address(rest.try_into().ok()?));
    }
    let n = bytes::u32_at(rest, 0)?;
    let signed = n.cast_signed();
    Some(match db {
        Database::Passwd => call(r_call!(libc::getpwuid_r, n), passwd),
        Database::Group => call(r_call!(libc::getgrgid_r, n), group),
        Database::Services => {
            let port = c_int::from(u16::try_from(n).ok()?.to_be());
            let proto = protocol(rest.get(4..)?)?;
            call(r_call!(getservbyport_r, port, pointer(&proto)), service)
        }
        Database::Protocols => call(r_call!(getprotobynumber_r, signed), numbered),
        Database::Rpc => call(r_call!(getrpcbynumber_r, signed), numbered),
        Database::Networks => {
            let net = bytes::u32_at(rest, 4)?;
            let mut herr = 0;
            call(r_call!(getnetbyaddr_r, net, signed; &raw mut herr), network)
        }
        Database::Hosts => {
            let address = rest.get(4..)?;
            let (p, len) = (address.as_ptr().cast(), address.len() as libc::socklen_t);
            let mut herr = 0;
            let got = call(r_call!(gethostbyaddr_r, p, len, signed; &raw mut herr), host);
            settle(got, herr)
        }
        Database::Initgroups | Database::Ethers | Database::Netgroup => return None,
    })
}

fn service_by_name(rest: &[u8]) -> Option<Got> {
    let (name, proto) = key::until_nul(rest)?;
    let (name, proto) = (CString::new(name).ok()?, protocol(proto)?);
    Some(call(r_call!(getservbyname_r, name.as_ptr(), pointer(&proto)), service))
}

fn host_by_name(rest: &[u8]) -> Option<Got> {
    let family = bytes::u32_at(rest, 0)?.cast_signed();
    let name = CString::new(rest.get(4..)?).ok()?;
    let mut herr = 0;
    let got = call(r_call!(gethostbyname2_r, name.as_ptr(), family; &raw mut herr), host);
    Some(settle(got, herr))
}

fn ether_by_name(name: &CStr) -> Got {
    let mut address = [0u8; 6];
    // SAFETY: a C string, and space for the six bytes of an address.
    if unsafe { ether_hostton(name.as_ptr(), &raw mut address) } != 0 {
        return Got::Absent;
    }
    record_of(&address.map(u32::from), &[name.to_bytes()])
}

fn ether_by_address(address: [u8; 6]) -> Got {
    // ether_ntohost takes no length; glibc's names have at most 1,024 bytes.
    let mut name = [0u8; 2048];
    // SAFETY: both buffers outlive the call and are large enough.
    if unsafe { ether_ntohost(name.as_mut_ptr().cast(), &raw const address) } != 0 {
        return Got::Absent;
    }
    record_of(&address.map(u32::from), &[text(name.as_ptr().cast())])
}

fn is_in_netgroup(rest: &[u8]) -> Option<Got> {
    let (group, triple) = key::netgroup_operands(rest)?;
    let group = CString::new(group).ok()?;
    let field = |f: Option<&[u8]>| f.map(CString::new).transpose().ok();
    let (host, user, domain) = (field(triple[0])?, field(triple[1])?, field(triple[2])?);
    // SAFETY: C strings that outlive the call, or NULL; a worker has one thread.
    let is = unsafe { innetgr(group.as_ptr(), pointer(&host), pointer(&user), pointer(&domain)) };
    Some(record_of(&[is.cast_unsigned()], &[]))
}

/// Distinguishes a failed host lookup from a host that does not exist, by the `h_errno` of `gethostby…`.
fn settle(got: Got, herr: c_int) -> Got {
    const TRY_AGAIN: c_int = 2;
    const NO_RECOVERY: c_int = 3;
    match got {
        Got::Absent if herr == TRY_AGAIN || herr == NO_RECOVERY => Got::Failed,
        other => other,
    }
}

/// Returns the protocol of a service key; `Some(None)` if the key accepts any protocol, `None` if it contains a NUL.
fn protocol(name: &[u8]) -> Option<Option<CString>> {
    if name.is_empty() { Some(None) } else { CString::new(name).ok().map(Some) }
}

/// Returns a pointer to the string, or NULL.
fn pointer(s: &Option<CString>) -> *const c_char {
    s.as_ref().map_or(null(), |s| s.as_ptr())
}

/// Looks up the supplementary groups of a user.
fn groups_of(user: &CStr) -> Got {
    let mut groups: Vec<libc::gid_t> = vec![0; 64];
    loop {
        let mut n = groups.len() as c_int;
        // getgrouplist puts its argument first in the list. No group has this number, so it is easily removed again.
        let none = libc::gid_t::MAX;
        // SAFETY: the array has `n` elements.
        let r = unsafe { libc::getgrouplist(user.as_ptr(), none, groups.as_mut_ptr(), &raw mut n) };
        let n = usize::try_from(n).unwrap_or(0);
        if r >= 0 {
            groups.truncate(n);
            groups.retain(|g| *g != none);
            if groups.is_empty() {
                return Got::Absent;
            }
            return record_of(&groups, &[user.to_bytes()]);
        }
        if groups.len() >= MAX_GROUPS {
            return Got::Failed;
        }
        groups.resize((groups.len() * 2).max(n), 0);
    }
}

/// Looks up all triples of a netgroup: three strings each, empty where the triple matches anything.
fn triples(group: &CStr) -> Got {
    // SAFETY: C strings and buffers that outlive the calls; this process has one thread.
    if unsafe { setnetgrent(group.as_ptr()) } != 1 {
        // SAFETY: no pointers.
        unsafe { endnetgrent() };
        return Got::Absent;
    }
    let mut strings: Vec<Vec<u8>> = Vec::new();
    let mut buf = vec![0u8; 16 << 10];
    loop {
        let mut p = [null_mut::<c_char>(); 3];
        let [h, u, d] = &mut p;
        // SAFETY: `buf` has the length that is passed.
        let r = unsafe { getnetgrent_r(h, u, d, buf.as_mut_ptr().cast(), buf.len()) };
        if r != 1 || strings.len() > MAX_NETGROUP_STRINGS {
            break;
        }
        strings.extend(p.iter().map(|p| text(*p).to_vec()));
    }
    // SAFETY: no pointers.
    unsafe { endnetgrent() };
    let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
    record_of(&[], &strings)
}

/// Looks up all addresses of a host, for getaddrinfo(3).
fn addresses(name: &CStr) -> Got {
    let mut list: *mut libc::addrinfo = null_mut();
    // SAFETY: a zeroed addrinfo is a valid hint; the list is freed below.
    let r = unsafe {
        let mut hints: libc::addrinfo = std::mem::zeroed();
        hints.ai_socktype = libc::SOCK_STREAM;
        hints.ai_flags = libc::AI_CANONNAME;
        libc::getaddrinfo(name.as_ptr(), null(), &raw const hints, &raw mut list)
    };
    match r {
        0 => {}
        libc::EAI_NONAME => return Got::Absent,
        _ => return Got::Failed,
    }
    let mut nums = Vec::new();
    let mut canon: Vec<u8> = Vec::new();
    let mut p = list;
    // SAFETY: libc's list ends with NULL; the type of each address follows from its family.
    unsafe {
        while !p.is_null() {
            let a = &*p;
            if canon.is_empty() {
                canon = text(a.ai_canonname).to_vec();
            }
            if a.ai_family == libc::AF_INET {
                let sin = &*a.ai_addr.cast::<libc::sockaddr_in>();
                nums.extend_from_slice(&[AF_INET, u32::from_le(sin.sin_addr.s_addr), 0, 0, 0]);
            } else if a.ai_family == libc::AF_INET6 {
                let sin6 = &*a.ai_addr.cast::<libc::sockaddr_in6>();
                nums.push(AF_INET6);
                nums.extend((0..4).filter_map(|i| bytes::u32_at(&sin6.sin6_addr.s6_addr, i * 4)));
            }
            p = a.ai_next;
        }
        libc::freeaddrinfo(list);
    }
    if nums.is_empty() { Got::Absent } else { record_of(&nums, &[&canon]) }
}
