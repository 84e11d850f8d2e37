//! Looks up the groups of a user.
use crate::abi::*;
use crate::ask::{NoRecord, look_up};
use crate::lookups::text;
use crate::stack_buf::StackBuf;
use crate::status::conclude;
use core::ffi::{c_char, c_int, c_long};
use core::mem::size_of;
use namecache_wire::{Database, key};

/// Implements getgrouplist(3) and initgroups(3): appends the groups of a user to an array from glibc, which grows up to
/// `limit`.
///
/// # Safety
/// As glibc calls it: `groupsp` points to an array from malloc of `*size` groups, of which the first `*start` are in
/// use.
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
    let mut k = StackBuf::new();
    // SAFETY: by this function's own contract.
    let result = unsafe {
        key::by_name(text(user), &mut k);
        let begin = *start;
        look_up(Database::Initgroups, &k, &mut |record| {
            *start = begin;
            for i in 0..record.num_count() {
                let gid = record.num(i).ok_or(NoRecord::Unavailable)?;
                // Out of memory: a larger buffer would not help.
                add_group(gid, group, start, size, groupsp, limit).ok_or(NoRecord::Unavailable)?;
            }
            Ok(())
        })
    };
    // SAFETY: by this function's own contract.
    unsafe { conclude(result, errnop) }
}

/// Appends one group. Returns `None` if memory runs out.
///
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
    // SAFETY: by contract; indices stay below `*size`, the length of the array.
    unsafe {
        let (used, have) = (usize::try_from(*start).ok()?, usize::try_from(*size).ok()?);
        if gid == own || (limit > 0 && *start >= limit) {
            return Some(());
        }
        if used >= have {
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
        (*groupsp).add(used).write(gid);
        *start = used.wrapping_add(1).cast_signed() as c_long;
    }
    Some(())
}
