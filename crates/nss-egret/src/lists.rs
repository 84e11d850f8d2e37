//! The functions that enumerate a database. As glibc expects, each process has one position per database. The position
//! keeps its segment mapped, so a publication does not shift it.
//!
//! If nsswitch.conf names another source after this one, that source enumerates. Otherwise, glibc would return every
//! entry twice.
use crate::abi::*;
use crate::ask::{Current, NoRecord, listed};
use crate::entry::{Entry, fill_in};
use crate::status::{conclude, set_herrno};
use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int};
use core::sync::atomic::{AtomicI32, Ordering::SeqCst};
use namecache_wire::Database;

struct Position {
    current: Option<Current>,
    next: usize,
}

/// The position in one database.
struct Walk {
    position: UnsafeCell<Position>,
    /// The process with a thread that uses the position; 0 if no thread does.
    busy: AtomicI32,
}

// SAFETY: `position` is touched only by the thread that has put its process into `busy`.
unsafe impl Sync for Walk {}

static WALKS: [Walk; Database::COUNT] = [const {
    Walk { position: UnsafeCell::new(Position { current: None, next: 0 }), busy: AtomicI32::new(0) }
}; Database::COUNT];

/// Runs `f` on the position. Returns `None` if another thread is using it: threads that share a position must take
/// turns.
fn with<R>(db: Database, f: impl FnOnce(&mut Position) -> R) -> Option<R> {
    let walk = WALKS.get(db as usize)?;
    // SAFETY: getpid cannot fail; no arguments.
    let me = unsafe { getpid() };
    if let Err(other) = walk.busy.compare_exchange(0, me, SeqCst, SeqCst) {
        // This is left over from before a fork: that thread does not exist in this process.
        if other == me || walk.busy.compare_exchange(other, me, SeqCst, SeqCst).is_err() {
            return None;
        }
    }
    // SAFETY: this thread holds `busy` until it is cleared below.
    let r = f(unsafe { &mut *walk.position.get() });
    walk.busy.store(0, SeqCst);
    Some(r)
}

fn begin(db: Database) -> Status {
    let found = with(db, |p| {
        p.current = listed(db);
        p.next = 0;
        p.current.is_some()
    });
    if found == Some(true) { Status::Success } else { Status::Unavailable }
}

fn end(db: Database) -> Status {
    with(db, |p| *p = Position { current: None, next: 0 });
    Status::Success
}

/// # Safety
/// `out` is valid for a write, `buffer` for `len` bytes, `errnop` for a write or null.
unsafe fn next<T: Entry>(
    db: Database,
    out: *mut T,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
) -> Status {
    let result = with(db, |p| {
        if p.current.is_none() {
            p.current = listed(db);
            p.next = 0;
        }
        let current = p.current.as_ref().ok_or(NoRecord::Unavailable)?;
        let segment = current.segment().ok_or(NoRecord::Unavailable)?;
        if p.next >= segment.list_len() {
            return Err(NoRecord::Absent);
        }
        let record = segment.listed(p.next).ok_or(NoRecord::Unavailable)?;
        // SAFETY: the caller's buffer and struct, by contract.
        let filled = unsafe { fill_in(&record, out, buffer, len) };
        // If the buffer is too small, the position stays.
        filled?;
        p.next = p.next.wrapping_add(1);
        Ok(())
    });
    // SAFETY: by contract.
    unsafe { conclude(result.unwrap_or(Err(NoRecord::Unavailable)), errnop) }
}

/// Defines the three functions of a database. Those of netdb.h that also set `h_errno` name its pointer.
macro_rules! lists {
    ($($db:expr, $out:ty: $set:ident $get:ident($($herrnop:ident)?) $end:ident;)+) => {$(
        /// Rewinds the position.
        #[unsafe(no_mangle)]
        pub extern "C" fn $set(_stay: c_int) -> Status {
            begin($db)
        }

        /// Returns the next entry.
        ///
        /// # Safety
        /// As glibc calls it: `out` and `errnop` are valid, and `buffer` has `len` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(
            out: *mut $out, buffer: *mut c_char, len: usize, errnop: *mut c_int $(, $herrnop: *mut c_int)?
        ) -> Status {
            // SAFETY: by this function's own contract.
            unsafe {
                let status = next($db, out, buffer, len, errnop);
                $(set_herrno(status, $herrnop);)?
                status
            }
        }

        /// Ends the enumeration and releases the segment.
        #[unsafe(no_mangle)]
        pub extern "C" fn $end() -> Status {
            end($db)
        }
    )+};
}

lists! {
    Database::Passwd, Passwd: _nss_egret_setpwent _nss_egret_getpwent_r() _nss_egret_endpwent;
    Database::Group, Group: _nss_egret_setgrent _nss_egret_getgrent_r() _nss_egret_endgrent;
    Database::Services, Servent: _nss_egret_setservent _nss_egret_getservent_r() _nss_egret_endservent;
    Database::Protocols, Numbered: _nss_egret_setprotoent _nss_egret_getprotoent_r() _nss_egret_endprotoent;
    Database::Rpc, Numbered: _nss_egret_setrpcent _nss_egret_getrpcent_r() _nss_egret_endrpcent;
    Database::Networks, Netent: _nss_egret_setnetent _nss_egret_getnetent_r(herrnop) _nss_egret_endnetent;
}
