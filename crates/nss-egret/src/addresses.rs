//! Looks up all addresses of a host at once.
use crate::abi::*;
use crate::ask::{NoRecord, look_up};
use crate::buffer::Buffer;
use crate::lookups::text;
use crate::stack_buf::StackBuf;
use crate::status::{conclude, set_herrno};
use core::ffi::{c_char, c_int};
use core::ptr::null_mut;
use namecache_wire::record::Record;
use namecache_wire::{Database, key};

/// Returns all addresses of a host, for getaddrinfo(3). The first address goes into the tuple that glibc provides, if
/// there is one.
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
    let mut k = StackBuf::new();
    // SAFETY: by this function's own contract.
    unsafe {
        key::addrinfo(text(name), &mut k);
        let place = *first;
        let result = look_up(Database::Hosts, &k, &mut |record| {
            *first = place;
            add_tuples(record, first, &mut Buffer::new(buffer, len))
        });
        match result {
            // Only the daemon knows how long the answer is valid.
            Ok(()) if !ttl.is_null() => ttl.write(0),
            Ok(()) => {}
            Err(_) => *first = place,
        }
        set_herrno(conclude(result, errnop), herrnop)
    }
}

/// Writes the tuples of a record into the buffer and links them, beginning at `next`.
///
/// # Safety
/// `next` points to a tuple or to NULL, and only this thread uses it.
unsafe fn add_tuples(
    record: &Record<'_>,
    mut next: *mut *mut Addrtuple,
    buffer: &mut Buffer,
) -> Result<(), NoRecord> {
    /// The number of words per tuple: the family and four words of address.
    const NUMS: usize = 5;
    let count = record.num_count() / NUMS;
    if count == 0 || record.string_count() == 0 {
        return Err(NoRecord::Unavailable);
    }
    let [name] = buffer.plain(record).ok_or(NoRecord::BufferTooSmall)?;
    for i in 0..count {
        let num = |n: usize| record.num(i.wrapping_mul(NUMS).wrapping_add(n)).ok_or(NoRecord::Unavailable);
        let mut addr = [0; 4];
        for (n, word) in addr.iter_mut().enumerate() {
            *word = u32::from_ne_bytes(num(n.wrapping_add(1))?.to_le_bytes());
        }
        let tuple = Addrtuple { next: null_mut(), name, family: num(0)?.cast_signed(), addr, scope: 0 };
        // SAFETY: `next` points to a pointer by contract, and later into a tuple written here. The tuple behind it is
        // glibc's, or comes from `Buffer::reserve`: aligned and in the caller's buffer.
        unsafe {
            if (*next).is_null() {
                *next = buffer.reserve(1).ok_or(NoRecord::BufferTooSmall)?;
            }
            (*next).write(tuple);
            next = &raw mut (**next).next;
        }
    }
    Ok(())
}
