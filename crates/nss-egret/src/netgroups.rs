//! The functions of netgroups. glibc keeps the position in a struct that it passes to each of them.
use crate::abi::*;
use crate::ask::{NoRecord, look_up};
use crate::lookups::text;
use crate::stack_buf::StackBuf;
use crate::status::conclude;
use core::ffi::{c_char, c_int};
use core::ptr::{null, null_mut};
use namecache_wire::{Database, key};

/// Implements setnetgrent(3): copies all triples of the group into memory that glibc keeps until `endnetgrent`.
///
/// # Safety
/// As glibc calls it: `group` is a C string and `result` is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_setnetgrent(group: *const c_char, result: *mut Netgrent) -> Status {
    let mut k = StackBuf::new();
    // SAFETY: by this function's own contract; `data` is NULL, or comes from an earlier realloc.
    unsafe {
        key::by_name(text(group), &mut k);
        let r = &mut *result;
        let got = look_up(Database::Netgroup, &k, &mut |record| {
            let blob = record.blob();
            let data: *mut c_char = realloc(r.data.cast(), blob.len().max(1)).cast();
            if data.is_null() {
                return Err(NoRecord::Unavailable);
            }
            core::ptr::copy_nonoverlapping(blob.as_ptr(), data.cast(), blob.len());
            r.data = data;
            r.data_size = blob.len();
            r.cursor = data;
            Ok(())
        });
        conclude(got, null_mut())
    }
}

/// Implements getnetgrent(3): returns the next triple.
///
/// # Safety
/// As glibc calls it, after [`_nss_egret_setnetgrent`]: what the triple points to lives until the group ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_getnetgrent_r(
    result: *mut Netgrent,
    _buffer: *mut c_char,
    _len: usize,
    errnop: *mut c_int,
) -> Status {
    const TRIPLE: c_int = 0;
    // SAFETY: by this function's own contract; `cursor` lies within `data_size` bytes of `data`, which hold whole
    // strings with their NULs.
    unsafe {
        let r = &mut *result;
        let mut triple = [null::<c_char>(); 3];
        for field in &mut triple {
            let used = (r.cursor as usize).wrapping_sub(r.data as usize);
            if r.data.is_null() || used >= r.data_size {
                return conclude(Err(NoRecord::Absent), errnop);
            }
            let len = strlen(r.cursor);
            // NULL matches anything.
            *field = if len == 0 { null() } else { r.cursor };
            r.cursor = r.cursor.add(len).add(1);
        }
        r.kind = TRIPLE;
        r.triple = triple;
        r.first = 0;
        Status::Success
    }
}

/// Implements endnetgrent(3).
///
/// # Safety
/// As glibc calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_endnetgrent(result: *mut Netgrent) -> Status {
    // SAFETY: by this function's own contract.
    unsafe {
        let r = &mut *result;
        free(r.data.cast());
        r.data = null_mut();
        r.cursor = null_mut();
        r.data_size = 0;
    }
    Status::Success
}
