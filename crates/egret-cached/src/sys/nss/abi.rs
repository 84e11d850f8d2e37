//! The structs and functions of netdb.h, netinet/ether.h and nss.h that the `libc` crate does not declare.
use libc::{c_char, c_int, size_t};

/// `struct servent`.
#[repr(C)]
pub(super) struct Servent {
    pub(super) name: *mut c_char,
    pub(super) aliases: *mut *mut c_char,
    pub(super) port: c_int,
    pub(super) proto: *mut c_char,
}

/// `struct protoent` and `struct rpcent`, which have the same fields.
#[repr(C)]
pub(super) struct Numbered {
    pub(super) name: *mut c_char,
    pub(super) aliases: *mut *mut c_char,
    pub(super) number: c_int,
}

/// `struct netent`.
#[repr(C)]
pub(super) struct Netent {
    pub(super) name: *mut c_char,
    pub(super) aliases: *mut *mut c_char,
    pub(super) family: c_int,
    pub(super) net: u32,
}

/// Declares functions of the `…_r` family: after their own arguments, they take a struct, a buffer, a place for the
/// result pointer and, in some cases, one for `h_errno`.
macro_rules! r_functions {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty $(, $herr:ident)?;)+) => {
        unsafe extern "C" {
            $(pub(super) fn $name(
                $($arg: $type,)*
                out: *mut $out,
                buf: *mut c_char,
                len: size_t,
                result: *mut *mut $out
                $(, $herr: *mut c_int)?
            ) -> c_int;)+
        }
    };
}

r_functions! {
    getservbyname_r(name: *const c_char, proto: *const c_char) -> Servent;
    getservbyport_r(port: c_int, proto: *const c_char) -> Servent;
    getservent_r() -> Servent;
    getprotobyname_r(name: *const c_char) -> Numbered;
    getprotobynumber_r(number: c_int) -> Numbered;
    getprotoent_r() -> Numbered;
    getrpcbyname_r(name: *const c_char) -> Numbered;
    getrpcbynumber_r(number: c_int) -> Numbered;
    getrpcent_r() -> Numbered;
    getnetbyname_r(name: *const c_char) -> Netent, herr;
    getnetbyaddr_r(net: u32, family: c_int) -> Netent, herr;
    getnetent_r() -> Netent, herr;
    gethostbyname2_r(name: *const c_char, family: c_int) -> libc::hostent, herr;
    gethostbyaddr_r(address: *const libc::c_void, alen: libc::socklen_t, family: c_int) -> libc::hostent, herr;
}

unsafe extern "C" {
    pub(super) fn __nss_configure_lookup(db: *const c_char, line: *const c_char) -> c_int;
    pub(super) fn setservent(stay: c_int);
    pub(super) fn endservent();
    pub(super) fn setprotoent(stay: c_int);
    pub(super) fn endprotoent();
    pub(super) fn setrpcent(stay: c_int);
    pub(super) fn endrpcent();
    pub(super) fn setnetent(stay: c_int);
    pub(super) fn endnetent();
    pub(super) fn ether_hostton(host: *const c_char, address: *mut [u8; 6]) -> c_int;
    pub(super) fn ether_ntohost(host: *mut c_char, address: *const [u8; 6]) -> c_int;
    pub(super) fn setnetgrent(group: *const c_char) -> c_int;
    pub(super) fn endnetgrent();
    pub(super) fn getnetgrent_r(
        host: *mut *mut c_char,
        user: *mut *mut c_char,
        domain: *mut *mut c_char,
        buf: *mut c_char,
        len: size_t,
    ) -> c_int;
    pub(super) fn innetgr(
        group: *const c_char,
        host: *const c_char,
        user: *const c_char,
        domain: *const c_char,
    ) -> c_int;
}
