//! The functions that enumerate. The position in a database is one for the whole process, as glibc wants it, and holds
//! on to the segment it began in: what is published meanwhile does not shift it.
//!
//! Where nsswitch.conf goes on to another source after us, that source enumerates: two lists would follow each other.
use crate::abi::*;
use crate::ask::{Current, No, listed};
use crate::lookups::{Entry, conclude, fill_in};
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
    /// The process whose thread is at it; 0: none.
    busy: AtomicI32,
}

// SAFETY: `position` is touched only by the thread that has put its process into `busy`.
unsafe impl Sync for Walk {}

static WALKS: [Walk; Database::COUNT] = [const {
    Walk { position: UnsafeCell::new(Position { current: None, next: 0 }), busy: AtomicI32::new(0) }
}; Database::COUNT];

/// Runs `f` on the position, alone. `None` where another thread is at it: programs that share a position take turns.
fn with<R>(db: Database, f: impl FnOnce(&mut Position) -> R) -> Option<R> {
    let walk = WALKS.get(db as usize)?;
    // SAFETY: getpid cannot fail and takes nothing.
    let me = unsafe { getpid() };
    if let Err(other) = walk.busy.compare_exchange(0, me, SeqCst, SeqCst) {
        // A fork left it behind: that thread is not in this process.
        if other == me || walk.busy.compare_exchange(other, me, SeqCst, SeqCst).is_err() {
            return None;
        }
    }
    // SAFETY: `busy` is ours until it is cleared below.
    let r = f(unsafe { &mut *walk.position.get() });
    walk.busy.store(0, SeqCst);
    Some(r)
}

fn begin(db: Database) -> Status {
    let there = with(db, |p| {
        p.current = listed(db);
        p.next = 0;
        p.current.is_some()
    });
    if there == Some(true) { Status::Success } else { Status::Unavailable }
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
        let current = p.current.as_ref().ok_or(No::Unavailable)?;
        let segment = current.segment().ok_or(No::Unavailable)?;
        if p.next >= segment.list_len() {
            return Err(No::Absent);
        }
        let record = segment.listed(p.next).ok_or(No::Unavailable)?;
        // SAFETY: the caller's buffer and struct, by contract.
        let filled = unsafe { fill_in(&record, out, buffer, len) };
        // On a buffer that is too small the position stays.
        filled?;
        p.next = p.next.wrapping_add(1);
        Ok(())
    });
    // SAFETY: by contract.
    unsafe { conclude(result.unwrap_or(Err(No::Unavailable)), errnop) }
}

macro_rules! lists {
    ($($db:expr, $out:ty: $set:ident $get:ident $end:ident;)+) => {$(
        /// Begins to enumerate.
        #[unsafe(no_mangle)]
        pub extern "C" fn $set(_stay: c_int) -> Status {
            begin($db)
        }

        /// The next entry.
        ///
        /// # Safety
        /// As glibc calls it: `out` and `errnop` are valid, and `buffer` has `len` bytes.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(out: *mut $out, buffer: *mut c_char, len: usize, errnop: *mut c_int) -> Status {
            // SAFETY: by this function's own contract.
            unsafe { next($db, out, buffer, len, errnop) }
        }

        /// Ends the enumeration.
        #[unsafe(no_mangle)]
        pub extern "C" fn $end() -> Status {
            end($db)
        }
    )+};
}

lists! {
    Database::Passwd, Passwd: _nss_egret_setpwent _nss_egret_getpwent_r _nss_egret_endpwent;
    Database::Group, Group: _nss_egret_setgrent _nss_egret_getgrent_r _nss_egret_endgrent;
    Database::Services, Servent: _nss_egret_setservent _nss_egret_getservent_r _nss_egret_endservent;
    Database::Protocols, Numbered: _nss_egret_setprotoent _nss_egret_getprotoent_r _nss_egret_endprotoent;
    Database::Rpc, Numbered: _nss_egret_setrpcent _nss_egret_getrpcent_r _nss_egret_endrpcent;
}

/// Begins to enumerate.
#[unsafe(no_mangle)]
pub extern "C" fn _nss_egret_setnetent(_stay: c_int) -> Status {
    begin(Database::Networks)
}

/// The next network.
///
/// # Safety
/// As glibc calls it: `out`, `errnop` and `herrnop` are valid, and `buffer` has `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _nss_egret_getnetent_r(
    out: *mut Netent,
    buffer: *mut c_char,
    len: usize,
    errnop: *mut c_int,
    herrnop: *mut c_int,
) -> Status {
    // SAFETY: by this function's own contract.
    unsafe { crate::lookups::set_herrno(next(Database::Networks, out, buffer, len, errnop), herrnop) }
}

/// Ends the enumeration.
#[unsafe(no_mangle)]
pub extern "C" fn _nss_egret_endnetent() -> Status {
    end(Database::Networks)
}
