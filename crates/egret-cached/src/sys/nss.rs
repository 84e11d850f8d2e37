//! libc's name service, called from a worker process and nowhere else.
//!
//! Every call has the shape of the `…_r` functions: a struct, a buffer that grows until the answer fits, a result
//! pointer. What comes back is copied into a record while the buffer lives.
use libc::{c_char, c_int, size_t};
use namecache::lookup::Answer;
use namecache_wire::nscd::{AF_INET, AF_INET6};
use namecache_wire::{Database, bytes, key, record};
use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Servent {
    name: *mut c_char,
    aliases: *mut *mut c_char,
    port: c_int,
    proto: *mut c_char,
}

/// `struct protoent` and `struct rpcent`: both are a name, aliases and a number.
#[repr(C)]
struct Numbered {
    name: *mut c_char,
    aliases: *mut *mut c_char,
    number: c_int,
}

#[repr(C)]
struct Netent {
    name: *mut c_char,
    aliases: *mut *mut c_char,
    family: c_int,
    net: u32,
}

unsafe extern "C" {
    fn __nss_configure_lookup(db: *const c_char, line: *const c_char) -> c_int;
    fn getservbyname_r(
        name: *const c_char,
        proto: *const c_char,
        out: *mut Servent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Servent,
    ) -> c_int;
    fn getservbyport_r(
        port: c_int,
        proto: *const c_char,
        out: *mut Servent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Servent,
    ) -> c_int;
    fn getservent_r(out: *mut Servent, buf: *mut c_char, len: size_t, result: *mut *mut Servent) -> c_int;
    fn getprotobyname_r(
        name: *const c_char,
        out: *mut Numbered,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Numbered,
    ) -> c_int;
    fn getprotobynumber_r(
        number: c_int,
        out: *mut Numbered,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Numbered,
    ) -> c_int;
    fn getprotoent_r(out: *mut Numbered, buf: *mut c_char, len: size_t, result: *mut *mut Numbered) -> c_int;
    fn getrpcbyname_r(
        name: *const c_char,
        out: *mut Numbered,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Numbered,
    ) -> c_int;
    fn getrpcbynumber_r(
        number: c_int,
        out: *mut Numbered,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Numbered,
    ) -> c_int;
    fn getrpcent_r(out: *mut Numbered, buf: *mut c_char, len: size_t, result: *mut *mut Numbered) -> c_int;
    fn getnetbyname_r(
        name: *const c_char,
        out: *mut Netent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Netent,
        herr: *mut c_int,
    ) -> c_int;
    fn getnetbyaddr_r(
        net: u32,
        family: c_int,
        out: *mut Netent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Netent,
        herr: *mut c_int,
    ) -> c_int;
    fn getnetent_r(
        out: *mut Netent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut Netent,
        herr: *mut c_int,
    ) -> c_int;
    fn setservent(stay: c_int);
    fn endservent();
    fn setprotoent(stay: c_int);
    fn endprotoent();
    fn setrpcent(stay: c_int);
    fn endrpcent();
    fn setnetent(stay: c_int);
    fn endnetent();
    fn ether_hostton(host: *const c_char, address: *mut [u8; 6]) -> c_int;
    fn ether_ntohost(host: *mut c_char, address: *const [u8; 6]) -> c_int;
    fn setnetgrent(group: *const c_char) -> c_int;
    fn endnetgrent();
    fn getnetgrent_r(
        host: *mut *mut c_char,
        user: *mut *mut c_char,
        domain: *mut *mut c_char,
        buf: *mut c_char,
        len: size_t,
    ) -> c_int;
    fn innetgr(
        group: *const c_char,
        host: *const c_char,
        user: *const c_char,
        domain: *const c_char,
    ) -> c_int;
    fn gethostbyname2_r(
        name: *const c_char,
        family: c_int,
        out: *mut libc::hostent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut libc::hostent,
        herr: *mut c_int,
    ) -> c_int;
    fn gethostbyaddr_r(
        address: *const libc::c_void,
        alen: libc::socklen_t,
        family: c_int,
        out: *mut libc::hostent,
        buf: *mut c_char,
        len: size_t,
        result: *mut *mut libc::hostent,
        herr: *mut c_int,
    ) -> c_int;
}

/// The largest buffer that is tried.
const MOST: usize = 4 << 20;

/// What a call gave, before it is a record.
enum Got {
    Record(Vec<u8>),
    Absent,
    Failed,
}

/// Has libc look up `db` by `line` in this process, which also keeps it from asking a daemon for it.
pub(crate) fn configure(db: &str, line: &str) -> bool {
    let (Ok(db), Ok(line)) = (CString::new(db), CString::new(line)) else { return false };
    // SAFETY: C strings that outlive the call; this process has one thread.
    unsafe { __nss_configure_lookup(db.as_ptr(), line.as_ptr()) == 0 }
}

/// Runs a `…_r` call with a buffer that grows until the answer fits.
fn call<T>(
    mut run: impl FnMut(*mut T, *mut c_char, usize, *mut *mut T) -> c_int,
    read: impl Fn(&T) -> Got,
) -> Got {
    let mut buf = vec![0u8; 4096];
    loop {
        let mut out = std::mem::MaybeUninit::<T>::zeroed();
        let mut result: *mut T = null_mut();
        let r = run(out.as_mut_ptr(), buf.as_mut_ptr().cast(), buf.len(), &raw mut result);
        if !result.is_null() {
            // SAFETY: libc sets the result pointer to `out` where it has filled it; its pointers lead into `buf`.
            return read(unsafe { &*result });
        }
        match r {
            libc::ERANGE if buf.len() < MOST => {
                let len = buf.len() * 4;
                buf.clear();
                buf.resize(len, 0);
            }
            0 | libc::ENOENT | libc::ESRCH => return Got::Absent,
            _ => return Got::Failed,
        }
    }
}

/// The bytes of a C string of libc's.
fn text<'a>(p: *const c_char) -> &'a [u8] {
    if p.is_null() {
        return b"";
    }
    // SAFETY: libc's answers hold pointers to NUL-terminated strings in the caller's buffer; every caller copies the
    // bytes into a record before that buffer changes.
    unsafe { CStr::from_ptr(p) }.to_bytes()
}

/// The pointers of a NULL-terminated array of libc's.
fn pointers(mut p: *mut *mut c_char) -> Vec<*const c_char> {
    let mut out = Vec::new();
    // SAFETY: libc's arrays end with NULL and lie in the caller's buffer, which is alive.
    unsafe {
        while !p.is_null() && !(*p).is_null() {
            out.push((*p).cast_const());
            p = p.add(1);
        }
    }
    out
}

fn record_of(nums: &[u32], strings: &[&[u8]]) -> Got {
    let mut out = Vec::new();
    match record::encode(nums, strings, &mut out) {
        Ok(()) => Got::Record(out),
        Err(_) => Got::Failed,
    }
}

/// A password field as it may be shown: what is or may be a hash becomes `x`.
fn shown(password: &[u8]) -> &[u8] {
    const HARMLESS: &[&[u8]] = &[b"", b"x", b"*", b"!", b"!!", b"!*", b"*NP*", b"*LK*"];
    if HARMLESS.contains(&password) { password } else { b"x" }
}

fn passwd(p: &libc::passwd) -> Got {
    let strings =
        [text(p.pw_name), shown(text(p.pw_passwd)), text(p.pw_gecos), text(p.pw_dir), text(p.pw_shell)];
    record_of(&[p.pw_uid, p.pw_gid], &strings)
}

fn group(g: &libc::group) -> Got {
    let mut strings = vec![text(g.gr_name), shown(text(g.gr_passwd))];
    strings.extend(pointers(g.gr_mem).into_iter().map(text));
    record_of(&[g.gr_gid], &strings)
}

fn service(s: &Servent) -> Got {
    let mut strings = vec![text(s.name), text(s.proto)];
    strings.extend(pointers(s.aliases).into_iter().map(text));
    record_of(&[u32::from(u16::from_be(s.port as u16))], &strings)
}

fn numbered(n: &Numbered) -> Got {
    let mut strings = vec![text(n.name)];
    strings.extend(pointers(n.aliases).into_iter().map(text));
    record_of(&[n.number.cast_unsigned()], &strings)
}

fn network(n: &Netent) -> Got {
    let mut strings = vec![text(n.name)];
    strings.extend(pointers(n.aliases).into_iter().map(text));
    record_of(&[n.family.cast_unsigned(), n.net], &strings)
}

fn host(h: &libc::hostent) -> Got {
    let mut nums = vec![h.h_addrtype.cast_unsigned()];
    let size = h.h_length.cast_unsigned() as usize;
    if !matches!(size, 4 | 16) {
        return Got::Failed;
    }
    for p in pointers(h.h_addr_list) {
        // SAFETY: each entry of the list points to `h_length` bytes of the caller's buffer.
        let address = unsafe { std::slice::from_raw_parts(p.cast::<u8>(), size) };
        nums.extend((0..size / 4).filter_map(|i| bytes::u32_at(address, i * 4)));
    }
    let mut strings = vec![text(h.h_name)];
    strings.extend(pointers(h.h_aliases).into_iter().map(text));
    record_of(&nums, &strings)
}

/// Looks a key up and says what came of it.
pub(crate) fn look_up(db: Database, key: &[u8], say: impl FnOnce(Answer<'_>)) {
    match find(db, key).unwrap_or(Got::Absent) {
        Got::Record(r) => say(Answer::Found(&r, 0)),
        Got::Absent => say(Answer::Absent),
        Got::Failed => say(Answer::Failed),
    }
}

/// `None` where the key is none of that database.
fn find(db: Database, whole: &[u8]) -> Option<Got> {
    let (&kind, rest) = whole.split_first()?;
    let name = || CString::new(rest).ok();
    let number = || bytes::u32_at(rest, 0);
    // All calls below are sound: pointers to C strings and buffers that outlive the call, lengths as they are; this
    // process has one thread, so that libc's own state is not shared.
    Some(match (db, kind) {
        (Database::Passwd, key::NAME) => {
            let name = name()?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { libc::getpwnam_r(name.as_ptr(), o, b, l, r) }, passwd)
        }
        (Database::Passwd, key::NUMBER) => {
            let uid = number()?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { libc::getpwuid_r(uid, o, b, l, r) }, passwd)
        }
        (Database::Group, key::NAME) => {
            let name = name()?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { libc::getgrnam_r(name.as_ptr(), o, b, l, r) }, group)
        }
        (Database::Group, key::NUMBER) => {
            let gid = number()?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { libc::getgrgid_r(gid, o, b, l, r) }, group)
        }
        (Database::Initgroups, key::NAME) => groups_of(&name()?),
        (Database::Services, key::NAME) => {
            let (name, proto) = key::until_nul(rest)?;
            let (name, proto) = (CString::new(name).ok()?, protocol(proto)?);
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getservbyname_r(name.as_ptr(), pointer(&proto), o, b, l, r) }, service)
        }
        (Database::Services, key::NUMBER) => {
            let port = c_int::from(u16::try_from(number()?).ok()?.to_be());
            let proto = protocol(rest.get(4..)?)?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getservbyport_r(port, pointer(&proto), o, b, l, r) }, service)
        }
        (Database::Protocols, key::NAME) => {
            let name = name()?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getprotobyname_r(name.as_ptr(), o, b, l, r) }, numbered)
        }
        (Database::Protocols, key::NUMBER) => {
            let n = number()?.cast_signed();
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getprotobynumber_r(n, o, b, l, r) }, numbered)
        }
        (Database::Rpc, key::NAME) => {
            let name = name()?;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getrpcbyname_r(name.as_ptr(), o, b, l, r) }, numbered)
        }
        (Database::Rpc, key::NUMBER) => {
            let n = number()?.cast_signed();
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getrpcbynumber_r(n, o, b, l, r) }, numbered)
        }
        (Database::Networks, key::NAME) => {
            let name = name()?;
            let mut herr = 0;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getnetbyname_r(name.as_ptr(), o, b, l, r, &raw mut herr) }, network)
        }
        (Database::Networks, key::NUMBER) => {
            let (family, net) = (number()?.cast_signed(), bytes::u32_at(rest, 4)?);
            let mut herr = 0;
            // SAFETY: see the head of the function.
            call(|o, b, l, r| unsafe { getnetbyaddr_r(net, family, o, b, l, r, &raw mut herr) }, network)
        }
        (Database::Ethers, key::NAME) => {
            let name = name()?;
            let mut a = [0u8; 6];
            // SAFETY: see the head of the function.
            if unsafe { ether_hostton(name.as_ptr(), &raw mut a) } == 0 {
                record_of(&a.map(u32::from), &[rest])
            } else {
                Got::Absent
            }
        }
        (Database::Ethers, key::NUMBER) => {
            let a: [u8; 6] = rest.try_into().ok()?;
            // ether_ntohost takes no length; names are at most 1,024 bytes in its own buffer.
            let mut room = [0u8; 2048];
            // SAFETY: see the head of the function.
            if unsafe { ether_ntohost(room.as_mut_ptr().cast(), &raw const a) } == 0 {
                record_of(&a.map(u32::from), &[text(room.as_ptr().cast())])
            } else {
                Got::Absent
            }
        }
        (Database::Netgroup, key::NAME) => triples(&name()?),
        (Database::Netgroup, key::OTHER) => {
            let (group, triple) = key::netgroup_operands(rest)?;
            let group = CString::new(group).ok()?;
            let place = |p: Option<&[u8]>| p.map(CString::new).transpose().ok();
            let (h, u, d) = (place(triple[0])?, place(triple[1])?, place(triple[2])?);
            // SAFETY: see the head of the function.
            let is = unsafe { innetgr(group.as_ptr(), pointer(&h), pointer(&u), pointer(&d)) };
            record_of(&[is.cast_unsigned()], &[])
        }
        (Database::Hosts, key::NAME) => {
            let (family, name) = (number()?.cast_signed(), CString::new(rest.get(4..)?).ok()?);
            let mut herr = 0;
            let got = call(
                // SAFETY: see the head of the function.
                |o, b, l, r| unsafe { gethostbyname2_r(name.as_ptr(), family, o, b, l, r, &raw mut herr) },
                host,
            );
            settle(got, herr)
        }
        (Database::Hosts, key::NUMBER) => {
            let (family, a) = (number()?.cast_signed(), rest.get(4..)?);
            let (p, n) = (a.as_ptr(), a.len() as libc::socklen_t);
            let mut herr = 0;
            let got = call(
                // SAFETY: see the head of the function.
                |o, b, l, r| unsafe { gethostbyaddr_r(p.cast(), n, family, o, b, l, r, &raw mut herr) },
                host,
            );
            settle(got, herr)
        }
        (Database::Hosts, key::OTHER) => addresses(&name()?),
        _ => return None,
    })
}

/// gethostby… says in `h_errno` whether a missing answer is one.
fn settle(got: Got, herr: c_int) -> Got {
    const TRY_AGAIN: c_int = 2;
    const NO_RECOVERY: c_int = 3;
    match got {
        Got::Absent if herr == TRY_AGAIN || herr == NO_RECOVERY => Got::Failed,
        other => other,
    }
}

/// A protocol where one is asked for.
fn protocol(name: &[u8]) -> Option<Option<CString>> {
    if name.is_empty() { Some(None) } else { CString::new(name).ok().map(Some) }
}

fn pointer(s: &Option<CString>) -> *const c_char {
    s.as_ref().map_or(null(), |s| s.as_ptr())
}

/// The groups of a user: what initgroups would add to a group of its own.
fn groups_of(user: &CStr) -> Got {
    let mut groups: Vec<libc::gid_t> = vec![0; 64];
    loop {
        let mut n = groups.len() as c_int;
        // getgrouplist puts the group that it is given first; no group has this number.
        let none = libc::gid_t::MAX;
        // SAFETY: room for as many groups as said.
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
        if groups.len() >= 65_536 {
            return Got::Failed;
        }
        groups.resize((groups.len() * 2).max(n), 0);
    }
}

fn triples(group: &CStr) -> Got {
    // SAFETY: C strings and buffers that outlive the calls; this process has one thread.
    if unsafe { setnetgrent(group.as_ptr()) } != 1 {
        // SAFETY: see the head of the function.
        unsafe { endnetgrent() };
        return Got::Absent;
    }
    let mut strings: Vec<Vec<u8>> = Vec::new();
    let mut buf = vec![0u8; 16 << 10];
    loop {
        let mut p = [null_mut::<c_char>(); 3];
        let [h, u, d] = &mut p;
        // SAFETY: as above.
        let r = unsafe { getnetgrent_r(h, u, d, buf.as_mut_ptr().cast(), buf.len()) };
        if r != 1 || strings.len() > 60_000 {
            break;
        }
        strings.extend(p.iter().map(|p| text(*p).to_vec()));
    }
    // SAFETY: no pointers.
    unsafe { endnetgrent() };
    let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
    record_of(&[], &strings)
}

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
    // SAFETY: libc's list ends with NULL; each address is of the type that its family says.
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

/// Lists a database: `each` gets every record. False where the sources failed.
pub(crate) fn list(db: Database, mut each: impl FnMut(&[u8])) -> bool {
    // All calls below are sound: buffers of the length said; this process has one thread, so that libc's position in
    // the database is ours alone.
    match db {
        Database::Passwd => {
            // SAFETY: see the head of the function.
            unsafe { libc::setpwent() };
            // SAFETY: see the head of the function.
            let all = walk(|o, b, l, r| unsafe { libc::getpwent_r(o, b, l, r) }, passwd, &mut each);
            // SAFETY: see the head of the function.
            unsafe { libc::endpwent() };
            all
        }
        Database::Group => {
            // SAFETY: see the head of the function.
            unsafe { libc::setgrent() };
            // SAFETY: see the head of the function.
            let all = walk(|o, b, l, r| unsafe { libc::getgrent_r(o, b, l, r) }, group, &mut each);
            // SAFETY: see the head of the function.
            unsafe { libc::endgrent() };
            all
        }
        Database::Services => {
            // SAFETY: see the head of the function.
            unsafe { setservent(0) };
            // SAFETY: see the head of the function.
            let all = walk(|o, b, l, r| unsafe { getservent_r(o, b, l, r) }, service, &mut each);
            // SAFETY: see the head of the function.
            unsafe { endservent() };
            all
        }
        Database::Protocols => {
            // SAFETY: see the head of the function.
            unsafe { setprotoent(0) };
            // SAFETY: see the head of the function.
            let all = walk(|o, b, l, r| unsafe { getprotoent_r(o, b, l, r) }, numbered, &mut each);
            // SAFETY: see the head of the function.
            unsafe { endprotoent() };
            all
        }
        Database::Rpc => {
            // SAFETY: see the head of the function.
            unsafe { setrpcent(0) };
            // SAFETY: see the head of the function.
            let all = walk(|o, b, l, r| unsafe { getrpcent_r(o, b, l, r) }, numbered, &mut each);
            // SAFETY: see the head of the function.
            unsafe { endrpcent() };
            all
        }
        Database::Networks => {
            // SAFETY: see the head of the function.
            unsafe { setnetent(0) };
            let mut herr = 0;
            let all =
                // SAFETY: see the head of the function.
                walk(|o, b, l, r| unsafe { getnetent_r(o, b, l, r, &raw mut herr) }, network, &mut each);
            // SAFETY: see the head of the function.
            unsafe { endnetent() };
            all
        }
        Database::Initgroups | Database::Ethers | Database::Netgroup | Database::Hosts => false,
    }
}

fn walk<T>(
    mut next: impl FnMut(*mut T, *mut c_char, usize, *mut *mut T) -> c_int,
    read: impl Fn(&T) -> Got,
    each: &mut impl FnMut(&[u8]),
) -> bool {
    let mut buf = vec![0u8; 16 << 10];
    loop {
        let mut out = std::mem::MaybeUninit::<T>::zeroed();
        let mut result: *mut T = null_mut();
        let r = next(out.as_mut_ptr(), buf.as_mut_ptr().cast(), buf.len(), &raw mut result);
        if !result.is_null() {
            // SAFETY: as in `call`.
            match read(unsafe { &*result }) {
                Got::Record(record) => each(&record),
                // A record that cannot be kept must not look like one that is not there.
                Got::Failed | Got::Absent => return false,
            }
            continue;
        }
        match r {
            // The position has not moved: once more with a larger buffer.
            libc::ERANGE if buf.len() < MOST => buf.resize(buf.len() * 4, 0),
            0 | libc::ENOENT => return true,
            _ => return false,
        }
    }
}
