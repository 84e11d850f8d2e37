//! The functions that look one entry up. All of one shape: what is asked, the caller's struct and buffer, errno.
use crate::abi::*;
use crate::ask::{No, Short, look_up};
use crate::room::Room;
use core::ffi::{c_char, c_int, c_long, c_void};
use core::mem::size_of;
use core::ptr::null_mut;
use namecache_wire::nscd::{AF_INET, AF_INET6};
use namecache_wire::record::Record;
use namecache_wire::{Database, key};

/// Tells glibc how it ended. What is not success sets errno, and only a small buffer sets it to ERANGE.
///
/// # Safety
/// `errnop` is valid for a write, or null.
pub(crate) unsafe fn conclude(result: Result<(), No>, errnop: *mut c_int) -> Status {
    let (status, errno) = match result {
        Ok(()) => return Status::Success,
        Err(No::Absent) => (Status::NotFound, ENOENT),
        Err(No::Unavailable) => (Status::Unavailable, ENOENT),
        Err(No::Room) => (Status::TryAgain, ERANGE),
    };
    if !errnop.is_null() {
        // SAFETY: valid by contract.
        unsafe { errnop.write(errno) };
    }
    status
}

/// The bytes of a caller's string; empty for NULL.
///
/// # Safety
/// `s` is a C string that stays as it is for `'a`, or null.
pub(crate) unsafe fn text<'a>(s: *const c_char) -> &'a [u8] {
    if s.is_null() {
        return b"";
    }
    // SAFETY: a C string by contract; `strlen` is libc's.
    unsafe { core::slice::from_raw_parts(s.cast(), strlen(s)) }
}

/// How a record fills one of libc's structs.
pub(crate) trait Entry: Sized {
    /// Strings and numbers that a record of this kind has at least.
    const SHAPE: (usize, usize);
    /// Copies the strings into the caller's buffer and points to them; `None` where there is no room.
    fn fill(&mut self, record: &Record<'_>, room: &mut Room) -> Option<()>;
}

impl Entry for Passwd {
    const SHAPE: (usize, usize) = (5, 2);

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let [name, passwd, gecos, dir, shell] = room.plain(r)?;
        let (uid, gid) = (r.num(0)?, r.num(1)?);
        *self = Passwd { name, passwd, uid, gid, gecos, dir, shell };
        Some(())
    }
}

impl Entry for Group {
    const SHAPE: (usize, usize) = (2, 1);

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let ([name, passwd], members) = room.strings(r)?;
        *self = Group { name, passwd, gid: r.num(0)?, members };
        Some(())
    }
}

impl Entry for Servent {
    const SHAPE: (usize, usize) = (2, 1);

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let ([name, proto], aliases) = room.strings(r)?;
        let port = c_int::from((r.num(0)? as u16).to_be());
        *self = Servent { name, aliases, port, proto };
        Some(())
    }
}

impl Entry for Numbered {
    const SHAPE: (usize, usize) = (1, 1);

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let ([name], aliases) = room.strings(r)?;
        *self = Numbered { name, aliases, number: r.num(0)?.cast_signed() };
        Some(())
    }
}

impl Entry for Netent {
    const SHAPE: (usize, usize) = (1, 2);

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let ([name], aliases) = room.strings(r)?;
        *self = Netent { name, aliases, family: r.num(0)?.cast_signed(), net: r.num(1)? };
        Some(())
    }
}

impl Entry for Etherent {
    const SHAPE: (usize, usize) = (1, 6);

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let [name] = room.plain(r)?;
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

    fn fill(&mut self, r: &Record<'_>, room: &mut Room) -> Option<()> {
        let family = r.num(0)?;
        let words = if family == AF_INET6 { 4 } else { 1 };
        let ([name], aliases) = room.strings(r)?;
        let addresses = room.addresses(r, 1, words)?;
        let length = (words as c_int).wrapping_mul(4);
        *self = Hostent { name, aliases, family: family.cast_signed(), length, addresses };
        Some(())
    }
}

/// Fills the caller's struct. A record of another shape is no answer: asking for more room would not help it.
///
/// # Safety
/// `out` is valid for a write, `buffer` for `len` bytes.
pub(crate) unsafe fn fill_in<T: Entry>(
    record: &Record<'_>,
    out: *mut T,
    buffer: *mut c_char,
    len: usize,
) -> Result<(), No> {
    let (strings, nums) = T::SHAPE;
    if record.string_count() < strings || record.num_count() < nums {
        return Err(No::Unavailable);
    }
    // SAFETY: by contract; nobody else touches the caller's buffer and struct during the call.
    unsafe {
        let mut room = Room::new(buffer, len);
        (*out).fill(record, &mut room).ok_or(No::Room)
    }
}

/// Looks up and fills the caller's struct.
///
/// # Safety
/// `out` is valid for a write, `buffer` for `len` bytes, `errnop` for a write or null.
unsafe fn answer<T: Entry>(
    db: Database,
    key: &Short,
    out: *mut T,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
) -> Status {
    let result = look_up(db, key, &mut |record| {
        // SAFETY: by contract.
        unsafe { fill_in(record, out, buffer, len) }
    });
    // SAFETY: by contract.
    unsafe { conclude(result, errnop) }
}

/// Makes `_nss_egret_…` functions whose key is made of their first arguments.
macro_rules! lookups {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),+) -> $out:ty, $db:expr, |$key:ident| $make:expr;)+) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// As glibc calls it: strings are C strings or NULL where the manual page allows it, `out` and `errnop` are
        /// valid, and `buffer` has `len` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: $type,)+ out: *mut $out, buffer: *mut c_char, len: usize, errnop: *mut c_int,
        ) -> Status {
            let mut $key = Short::new();
            // SAFETY: by this function's own contract.
            unsafe {
                $make;
                answer($db, &$key, out, buffer, len, errnop)
            }
        }
    )+};
}

lookups! {
    /// getpwnam(3)
    _nss_egret_getpwnam_r(name: *const c_char) -> Passwd, Database::Passwd, |k| key::by_name(text(name), &mut k);
    /// getpwuid(3)
    _nss_egret_getpwuid_r(uid: u32) -> Passwd, Database::Passwd, |k| key::by_number(uid, &mut k);
    /// getgrnam(3)
    _nss_egret_getgrnam_r(name: *const c_char) -> Group, Database::Group, |k| key::by_name(text(name), &mut k);
    /// getgrgid(3)
    _nss_egret_getgrgid_r(gid: u32) -> Group, Database::Group, |k| key::by_number(gid, &mut k);
    /// getservbyname(3)
    _nss_egret_getservbyname_r(name: *const c_char, proto: *const c_char) -> Servent, Database::Services,
        |k| key::service_by_name(text(name), text(proto), &mut k);
    /// getservbyport(3)
    _nss_egret_getservbyport_r(port: c_int, proto: *const c_char) -> Servent, Database::Services,
        |k| key::service_by_port(u16::from_be(port as u16), text(proto), &mut k);
    /// getprotobyname(3)
    _nss_egret_getprotobyname_r(name: *const c_char) -> Numbered, Database::Protocols,
        |k| key::by_name(text(name), &mut k);
    /// getprotobynumber(3)
    _nss_egret_getprotobynumber_r(number: c_int) -> Numbered, Database::Protocols,
        |k| key::by_number(number.cast_unsigned(), &mut k);
    /// getrpcbyname(3)
    _nss_egret_getrpcbyname_r(name: *const c_char) -> Numbered, Database::Rpc, |k| key::by_name(text(name), &mut k);
    /// getrpcbynumber(3)
    _nss_egret_getrpcbynumber_r(number: c_int) -> Numbered, Database::Rpc,
        |k| key::by_number(number.cast_unsigned(), &mut k);
    /// ether_hostton(3)
    _nss_egret_gethostton_r(name: *const c_char) -> Etherent, Database::Ethers, |k| key::by_name(text(name), &mut k);
    /// ether_ntohost(3)
    _nss_egret_getntohost_r(address: *const [u8; 6]) -> Etherent, Database::Ethers,
        |k| key::ether_by_address(*address, &mut k);
}

/// `h_errno` for an outcome.
///
/// # Safety
/// `herrnop` is valid for a write, or null.
pub(crate) unsafe fn set_herrno(status: Status, herrnop: *mut c_int) -> Status {
    const NETDB_INTERNAL: c_int = -1;
    const HOST_NOT_FOUND: c_int = 1;
    const NO_RECOVERY: c_int = 3;
    let h = match status {
        Status::Success => 0,
        Status::NotFound => HOST_NOT_FOUND,
        Status::TryAgain => NETDB_INTERNAL,
        Status::Unavailable => NO_RECOVERY,
    };
    if !herrnop.is_null() {
        // SAFETY: valid by contract.
        unsafe { herrnop.write(h) };
    }
    status
}

/// getnetbyname(3)
///
/// # Safety
/// As glibc calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_getnetbyname_r(
    name: *const c_char,
    out: *mut Netent,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
) -> Status {
    let mut k = Short::new();
    // SAFETY: by this function's own contract.
    unsafe {
        key::by_name(text(name), &mut k);
        set_herrno(answer(Database::Networks, &k, out, buffer, len, errnop), herrnop)
    }
}

/// getnetbyaddr(3)
///
/// # Safety
/// As glibc calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_getnetbyaddr_r(
    net: u32,
    family: c_int,
    out: *mut Netent,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
) -> Status {
    let mut k = Short::new();
    key::network_by_number(family.cast_unsigned(), net, &mut k);
    // SAFETY: by this function's own contract.
    unsafe { set_herrno(answer(Database::Networks, &k, out, buffer, len, errnop), herrnop) }
}

/// gethostbyname2(3)
///
/// # Safety
/// As glibc calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_gethostbyname2_r(
    name: *const c_char,
    family: c_int,
    out: *mut Hostent,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
) -> Status {
    let mut k = Short::new();
    // SAFETY: by this function's own contract.
    unsafe {
        key::host_by_name(family.cast_unsigned(), text(name), &mut k);
        set_herrno(answer(Database::Hosts, &k, out, buffer, len, errnop), herrnop)
    }
}

/// gethostbyname(3)
///
/// # Safety
/// As glibc calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_gethostbyname_r(
    name: *const c_char,
    out: *mut Hostent,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
) -> Status {
    // SAFETY: by this function's own contract.
    unsafe { _nss_egret_gethostbyname2_r(name, AF_INET.cast_signed(), out, buffer, len, errnop, herrnop) }
}

/// All addresses of a host, for getaddrinfo(3). The first one goes where glibc has a place for it, if it has.
///
/// # Safety
/// As glibc calls it: `first` points to a tuple or to NULL, `ttl` is valid for a write or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_gethostbyname4_r(
    name: *const c_char,
    first: *mut *mut Addrtuple,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
    ttl: *mut i32,
) -> Status {
    let mut k = Short::new();
    // SAFETY: by this function's own contract.
    unsafe {
        key::addrinfo(text(name), &mut k);
        let place = *first;
        let result = look_up(Database::Hosts, &k, &mut |record| {
            *first = place;
            add_tuples(record, first, &mut Room::new(buffer, len))
        });
        match result {
            // How long it holds is the daemon's matter: who asks again finds out.
            Ok(()) if !ttl.is_null() => ttl.write(0),
            Ok(()) => {}
            Err(_) => *first = place,
        }
        set_herrno(conclude(result, errnop), herrnop)
    }
}

/// # Safety
/// `next` points to a tuple or to NULL, and nobody else touches it.
unsafe fn add_tuples(record: &Record<'_>, mut next: *mut *mut Addrtuple, room: &mut Room) -> Result<(), No> {
    /// Family and four words.
    const NUMS: usize = 5;
    let count = record.num_count() / NUMS;
    if count == 0 || record.string_count() == 0 {
        return Err(No::Unavailable);
    }
    let [name] = room.plain(record).ok_or(No::Room)?;
    for i in 0..count {
        let num = |n: usize| record.num(i.wrapping_mul(NUMS).wrapping_add(n)).ok_or(No::Unavailable);
        let mut addr = [0; 4];
        for (n, word) in addr.iter_mut().enumerate() {
            *word = u32::from_ne_bytes(num(n.wrapping_add(1))?.to_le_bytes());
        }
        let tuple = Addrtuple { next: null_mut(), name, family: num(0)?.cast_signed(), addr, scope: 0 };
        // SAFETY: `next` points to a pointer by contract, and later into a tuple that was written here; a tuple that it
        // leads to is glibc's or from `places`, aligned and in the caller's buffer.
        unsafe {
            if (*next).is_null() {
                *next = room.places(1).ok_or(No::Room)?;
            }
            (*next).write(tuple);
            next = &raw mut (**next).next;
        }
    }
    Ok(())
}

/// gethostbyaddr(3)
///
/// # Safety
/// As glibc calls it: `address` has `address_len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_gethostbyaddr_r(
    address: *const c_void,
    address_len: u32,
    family: c_int,
    out: *mut Hostent,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
) -> Status {
    let right = matches!((family.cast_unsigned(), address_len), (AF_INET, 4) | (AF_INET6, 16));
    // SAFETY: by this function's own contract.
    unsafe {
        if !right {
            return set_herrno(conclude(Err(No::Unavailable), errnop), herrnop);
        }
        let mut k = Short::new();
        let bytes = core::slice::from_raw_parts(address.cast::<u8>(), address_len as usize);
        key::host_by_address(family.cast_unsigned(), bytes, &mut k);
        set_herrno(answer(Database::Hosts, &k, out, buffer, len, errnop), herrnop)
    }
}

/// getgrouplist(3), initgroups(3): adds the groups of a user to an array of glibc's, which grows up to `limit`.
///
/// # Safety
/// As glibc calls it: `groupsp` points to an array from malloc of `*size` groups, of which `*start` are taken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_initgroups_dyn(
    user: *const c_char,
    group: u32,
    start: *mut c_long,
    size: *mut c_long,
    groupsp: *mut *mut u32,
    limit: c_long,
    errnop: *mut c_int,
) -> Status {
    let mut k = Short::new();
    // SAFETY: by this function's own contract.
    let result = unsafe {
        key::by_name(text(user), &mut k);
        let begin = *start;
        look_up(Database::Initgroups, &k, &mut |record| {
            *start = begin;
            for i in 0..record.num_count() {
                let gid = record.num(i).ok_or(No::Unavailable)?;
                // Memory that cannot be had is not a matter of the caller's buffer.
                add_group(gid, group, start, size, groupsp, limit).ok_or(No::Unavailable)?;
            }
            Ok(())
        })
    };
    // SAFETY: by this function's own contract.
    unsafe { conclude(result, errnop) }
}

/// # Safety
/// As for [`_nss_egret_initgroups_dyn`].
unsafe fn add_group(
    gid: u32,
    own: u32,
    start: *mut c_long,
    size: *mut c_long,
    groupsp: *mut *mut u32,
    limit: c_long,
) -> Option<()> {
    // SAFETY: by contract; indices stay below `*size`, which is how many the array has.
    unsafe {
        let (taken, have) = (usize::try_from(*start).ok()?, usize::try_from(*size).ok()?);
        if gid == own || (limit > 0 && *start >= limit) {
            return Some(());
        }
        if taken >= have {
            let mut more = have.checked_mul(2)?.max(16);
            if let Ok(limit) = usize::try_from(limit)
                && limit > 0
            {
                more = more.min(limit);
            }
            let grown: *mut u32 = realloc((*groupsp).cast(), more.checked_mul(size_of::<u32>())?).cast();
            if grown.is_null() {
                return None;
            }
            *groupsp = grown;
            *size = more.cast_signed() as c_long;
        }
        (*groupsp).add(taken).write(gid);
        *start = taken.wrapping_add(1).cast_signed() as c_long;
    }
    Some(())
}
