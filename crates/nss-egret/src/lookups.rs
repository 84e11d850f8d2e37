//! The functions that look up one entry and fill the caller's struct. They differ only in their key.
use crate::abi::*;
use crate::ask::look_up;
use crate::entry::{Entry, fill_in};
use crate::stack_buf::StackBuf;
use crate::status::{conclude, set_herrno};
use core::ffi::{c_char, c_int, c_void};
use namecache_wire::nscd::{AF_INET, AF_INET6};
use namecache_wire::{Database, key};

/// Returns the bytes of a caller's string; empty for NULL.
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

/// Looks up an entry and fills the caller's struct.
///
/// # Safety
/// `out` is valid for a write, `buffer` for `len` bytes, `errnop` for a write or null.
unsafe fn answer<T: Entry>(
    db: Database,
    key: &StackBuf,
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

/// Defines `_nss_egret_…` functions: the key is built from the first arguments. Functions of netdb.h that also set
/// `h_errno` name its pointer after a semicolon.
macro_rules! lookups {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),+ $(; $herrnop:ident)?) -> $out:ty,
        $db:expr, |$key:ident| $make:expr;)+) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// As glibc calls it: strings are C strings or NULL where the manual page allows it, `out` and `errnop` are
        /// valid, and `buffer` has `len` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: $type,)+ out: *mut $out, buffer: *mut c_char, len: usize, errnop: *mut c_int
            $(, $herrnop: *mut c_int)?
        ) -> Status {
            let mut $key = StackBuf::new();
            // SAFETY: by this function's own contract.
            unsafe {
                $make;
                let status = answer($db, &$key, out, buffer, len, errnop);
                $(set_herrno(status, $herrnop);)?
                status
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
    /// getnetbyname(3)
    _nss_egret_getnetbyname_r(name: *const c_char; herrnop) -> Netent, Database::Networks,
        |k| key::by_name(text(name), &mut k);
    /// getnetbyaddr(3)
    _nss_egret_getnetbyaddr_r(net: u32, family: c_int; herrnop) -> Netent, Database::Networks,
        |k| key::network_by_number(family.cast_unsigned(), net, &mut k);
    /// gethostbyname2(3)
    _nss_egret_gethostbyname2_r(name: *const c_char, family: c_int; herrnop) -> Hostent, Database::Hosts,
        |k| key::host_by_name(family.cast_unsigned(), text(name), &mut k);
    /// gethostbyname(3)
    _nss_egret_gethostbyname_r(name: *const c_char; herrnop) -> Hostent, Database::Hosts,
        |k| key::host_by_name(AF_INET, text(name), &mut k);
    /// gethostbyaddr(3): `address` has `address_len` bytes.
    _nss_egret_gethostbyaddr_r(address: *const c_void, address_len: u32, family: c_int; herrnop) -> Hostent,
        Database::Hosts, |k| match (family.cast_unsigned(), address_len) {
            (AF_INET, 4) | (AF_INET6, 16) => {
                let bytes = core::slice::from_raw_parts(address.cast::<u8>(), address_len as usize);
                key::host_by_address(family.cast_unsigned(), bytes, &mut k);
            }
            _ => k.invalidate(),
        };
    /// ether_hostton(3)
    _nss_egret_gethostton_r(name: *const c_char) -> Etherent, Database::Ethers, |k| key::by_name(text(name), &mut k);
    /// ether_ntohost(3)
    _nss_egret_getntohost_r(address: *const [u8; 6]) -> Etherent, Database::Ethers,
        |k| key::ether_by_address(*address, &mut k);
}
