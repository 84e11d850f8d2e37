//! The network interfaces of this machine.
#![expect(unsafe_code, reason = "libc makes a list of pointers: each block states its proof")]
use net_types::Addr;
use outside::Interface;
use std::ffi::CStr;
use std::io;

/// A list of libc. Every pointer in it is null or valid until the list is dropped.
struct List(*mut libc::ifaddrs);

impl Drop for List {
    fn drop(&mut self) {
        // SAFETY: the list comes from getifaddrs, is freed once, and nothing refers to it any more.
        unsafe { libc::freeifaddrs(self.0) }
    }
}

/// Lists the interfaces with their addresses, without descriptions, in the kernel's order.
///
/// # Errors
/// If the kernel does not tell.
pub(crate) fn interfaces() -> io::Result<Vec<Interface>> {
    let mut first = std::ptr::null_mut();
    // SAFETY: the pointer is to a variable, which the call sets to the beginning of a list if it returns 0.
    if unsafe { libc::getifaddrs(&raw mut first) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let list = List(first);
    let mut found: Vec<Interface> = Vec::new();
    let mut next = list.0;
    // SAFETY: the pointer is null or to an entry of the list, which lives until the end of this function.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        // SAFETY: every entry has a name that ends with a zero byte and lives as long as the list.
        let name = unsafe { CStr::from_ptr(entry.ifa_name) }.to_string_lossy();
        let has = |flag: libc::c_int| entry.ifa_flags & flag as libc::c_uint != 0;
        let at = found.iter().position(|one| one.name == name).unwrap_or_else(|| {
            found.push(Interface {
                name: name.into_owned(),
                description: None,
                addresses: Vec::new(),
                is_loopback: has(libc::IFF_LOOPBACK),
                is_up: has(libc::IFF_UP),
                is_running: has(libc::IFF_RUNNING),
            });
            found.len() - 1
        });
        // SAFETY: the address is null or valid, as all pointers of the list.
        if let Some(address) = unsafe { address(entry.ifa_addr) } {
            found[at].addresses.push(address);
        }
    }
    Ok(found)
}

/// Reads an IP address; `None` for addresses of links and others.
///
/// # Safety
/// The pointer is null, or to an address structure of the size that its family has.
unsafe fn address(at: *const libc::sockaddr) -> Option<Addr> {
    // SAFETY: the caller promises that all address structures, which begin with the family, can be read if not null.
    let family = unsafe { at.as_ref() }?.sa_family;
    match libc::c_int::from(family) {
        libc::AF_INET => {
            // SAFETY: an address of this family has this structure; it is read whatever its alignment.
            let whole = unsafe { at.cast::<libc::sockaddr_in>().read_unaligned() };
            Some(Addr::v4(whole.sin_addr.s_addr.to_ne_bytes()))
        }
        libc::AF_INET6 => {
            // SAFETY: as above.
            let whole = unsafe { at.cast::<libc::sockaddr_in6>().read_unaligned() };
            Some(Addr::v6(whole.sin6_addr.s6_addr))
        }
        _ => None,
    }
}
