//! Finds an answer: the root page names the current segment, and the segment contains the records. If the segment lacks
//! the record, asks the daemon's socket.
use crate::abi::*;
use crate::maps::{Held, Map, Source, stamp};
use crate::socket::{Uncancelled, transact};
use crate::stack_buf::StackBuf;
use core::ffi::CStr;
use core::sync::atomic::{AtomicU64, Ordering};
use namecache_wire::Database;
use namecache_wire::frame::{self, Request};
use namecache_wire::record::Record;
use namecache_wire::root::{self, field, flag, slot};
use namecache_wire::segment::{Found, Segment};
use namecache_wire::view;

static ROOT: Map = Map::new();
static SEGMENTS: [Map; Database::COUNT] = [const { Map::new() }; Database::COUNT];
static VIEWS: [Map; Database::COUNT] = [const { Map::new() }; Database::COUNT];
/// The time of the last failed search for a running daemon, in milliseconds; 0 if the last search succeeded.
static FAILED: AtomicU64 = AtomicU64::new(0);

const ROOT_PATH: &[u8] = b"/run/egret-cached/root\0";
/// Milliseconds between two searches for a daemon that is not running.
const SEARCH_INTERVAL: u64 = 20;
/// The number of tries of a lookup that publications interrupt; after that, the socket is asked.
const TRIES: u32 = 4;

/// The reason why a lookup returned no record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoRecord {
    /// The entry does not exist.
    Absent,
    /// This source cannot answer: glibc asks the next one.
    Unavailable,
    /// The caller's buffer is too small.
    BufferTooSmall,
}

/// Returns the time of the coarse monotonic clock in milliseconds.
fn now() -> u64 {
    let mut t = Timespec { sec: 0, nsec: 0 };
    // SAFETY: `t` is a local variable; every Linux has this clock.
    unsafe { clock_gettime(CLOCK_MONOTONIC_COARSE, &raw mut t) };
    t.sec.cast_unsigned().wrapping_mul(1000).wrapping_add(t.nsec.cast_unsigned() / 1_000_000)
}

fn is_right(page: &Held<'_>) -> bool {
    page.wide(field::MAGIC) == root::MAGIC && page.word(field::VERSION) == root::VERSION
}

fn is_alive(page: &Held<'_>) -> bool {
    page.word(field::ALIVE) == 1
}

/// Returns the root page of a running daemon.
fn root_page(now: u64) -> Option<Held<'static>> {
    if let Some(page) = ROOT.hold()
        && is_alive(&page)
    {
        return Some(page);
    }
    let failed = FAILED.load(Ordering::Relaxed);
    if failed != 0 && now.wrapping_sub(failed) < SEARCH_INTERVAL {
        return None;
    }
    let _section = Uncancelled::begin();
    // Id 0 always maps anew, since each daemon creates a new file when it starts.
    let page = if ROOT.replace(Source::Path(ROOT_PATH), Some(root::SIZE), 0) { ROOT.hold() } else { None };
    match page {
        Some(page) if is_right(&page) && is_alive(&page) => {
            FAILED.store(0, Ordering::Relaxed);
            Some(page)
        }
        _ => {
            FAILED.store(now.max(1), Ordering::Relaxed);
            None
        }
    }
}

/// Writes the path `/run/egret-cached/NAME.ID` with its NUL.
fn segment_path(db: Database, id: u64, out: &mut StackBuf) {
    let mut digits = [0u8; 20];
    let mut left = id;
    let mut used = 0usize;
    for d in digits.iter_mut().rev() {
        *d = b'0'.wrapping_add((left % 10) as u8);
        left /= 10;
        used = used.wrapping_add(1);
        if left == 0 {
            break;
        }
    }
    out.extend(root::DIRECTORY.bytes());
    out.extend([b'/']);
    out.extend(db.name().bytes());
    out.extend([b'.']);
    out.extend(digits.iter().copied().skip(20usize.wrapping_sub(used)));
    out.extend([0]);
}

/// Returns an id for a mapping that is unique across daemons: two daemons may use the same segment id, so the instance
/// is mixed in.
fn mapping_id(page: &Held<'_>, id: u64) -> u64 {
    (page.wide(field::INSTANCE) ^ id.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
}

/// The current segment of a database, which stays mapped while this value exists.
pub(crate) struct Current {
    held: Held<'static>,
    db: Database,
    id: u64,
}

impl Current {
    pub(crate) fn segment(&self) -> Option<Segment<'_>> {
        Segment::open(self.held.bytes(0), self.db, self.id)
    }
}

fn current(page: &Held<'_>, db: Database) -> Option<Current> {
    let at = root::slot_at(db);
    let (id, len) = (page.wide(at.wrapping_add(slot::ID)), page.word(at.wrapping_add(slot::LENGTH)));
    if id == 0 {
        return None;
    }
    let map = SEGMENTS.get(db as usize)?;
    let known = mapping_id(page, id);
    if let Some(held) = map.hold_id(known) {
        return Some(Current { held, db, id });
    }
    let mut path = StackBuf::new();
    segment_path(db, id, &mut path);
    let _section = Uncancelled::begin();
    if !map.replace(Source::Path(path.get()?), Some(len as usize), known) {
        return None;
    }
    map.hold_id(known).map(|held| Current { held, db, id })
}

const fn source_path(db: Database) -> &'static CStr {
    match db {
        Database::Passwd => c"/etc/passwd",
        Database::Group | Database::Initgroups => c"/etc/group",
        Database::Services => c"/etc/services",
        Database::Protocols => c"/etc/protocols",
        Database::Rpc => c"/etc/rpc",
        Database::Networks => c"/etc/networks",
        Database::Ethers => c"/etc/ethers",
        Database::Netgroup => c"/etc/netgroup",
        Database::Hosts => c"/etc/hosts",
    }
}

/// Looks a key up and passes the record to `fill`, which copies it to the caller. If a publication interrupts the
/// lookup, `fill` is called again and overwrites what it copied before.
pub(crate) fn look_up(
    db: Database,
    key: &StackBuf,
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), NoRecord>,
) -> Result<(), NoRecord> {
    let key = key.get().ok_or(NoRecord::Unavailable)?;
    let at = root::slot_at(db);
    let mut time = now();
    for _ in 0..TRIES {
        let page = root_page(time).ok_or(NoRecord::Unavailable)?;
        let epoch = page.wide(field::EPOCH);
        let flags = page.word(at.wrapping_add(slot::FLAGS));
        if flags & flag::SERVED == 0 {
            return Err(NoRecord::Unavailable);
        }
        if flags & flag::PER_USER != 0 {
            return if is_privileged() {
                Err(NoRecord::Unavailable)
            } else {
                from_view(&page, db, key, time, fill)
            };
        }
        if flags & flag::STALE != 0 {
            return from_socket(db, key, fill);
        }
        let Some(current) = current(&page, db) else {
            // If the epoch has not changed, no segment is published; otherwise one was published between the two reads.
            if page.wide(field::EPOCH) == epoch {
                return from_socket(db, key, fill);
            }
            continue;
        };
        let Some(segment) = current.segment() else { return Err(NoRecord::Unavailable) };
        let result = match segment.find(key, (time / 1000) as u32) {
            Found::Record(record) => match fill(&record) {
                Err(NoRecord::BufferTooSmall) => return Err(NoRecord::BufferTooSmall),
                filled => filled,
            },
            Found::Absent => Err(NoRecord::Absent),
            Found::Nothing => {
                let stamped = page.wide(at.wrapping_add(slot::STAMP));
                let complete = flags & flag::COMPLETE != 0
                    && (flags & flag::STAMPED == 0 || stamp(source_path(db)) == stamped);
                if !complete {
                    return from_socket(db, key, fill);
                }
                Err(NoRecord::Absent)
            }
        };
        // The result is valid only if nothing was published in the meantime and the daemon is still running.
        if page.wide(field::EPOCH) == epoch && is_alive(&page) {
            return result;
        }
        time = now();
    }
    from_socket(db, key, fill)
}

/// Looks up a key in the view of the calling user. If the view lacks it, asks the socket, which may send a newer view.
fn from_view(
    page: &Held<'_>,
    db: Database,
    key: &[u8],
    time: u64,
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), NoRecord>,
) -> Result<(), NoRecord> {
    let mut have = 0;
    // A program that has changed its user still maps the previous user's view.
    if let Some(held) = VIEWS.get(db as usize).and_then(Map::hold)
        && held.wide(view::field::INSTANCE) == page.wide(field::INSTANCE)
        && (held.word(view::field::UID), held.word(view::field::GID)) == identity()
    {
        have = held.wide(view::field::ID);
        let segment = Segment::open(held.bytes(view::HEADER), db, have).ok_or(NoRecord::Unavailable)?;
        let result = match segment.find(key, (time / 1000) as u32) {
            Found::Record(record) => Some(fill(&record)),
            Found::Absent => Some(Err(NoRecord::Absent)),
            Found::Nothing => None,
        };
        if let Some(result) = result
            && held.word(view::field::VALID) == 1
            && is_alive(page)
        {
            return result;
        }
    }
    let mut request = StackBuf::new();
    Request::View { name: db.name().as_bytes(), key, have }.encode(&mut request);
    let mut result = Err(NoRecord::Unavailable);
    let _section = Uncancelled::begin();
    let received =
        transact(frame::VIEW, request.get().ok_or(NoRecord::Unavailable)?, &mut |status, value| {
            result = evaluate(status, value.get(8..).unwrap_or_default(), fill);
        })
        .ok_or(NoRecord::Unavailable)?;
    if let (Some(fd), Some(map)) = (received.get(), VIEWS.get(db as usize)) {
        // Id 0 always maps anew. If that fails, the next lookup tries again.
        map.replace(Source::Descriptor(fd), None, 0);
    }
    result
}

/// Returns the effective uid and gid, as the daemon sees them.
fn identity() -> (u32, u32) {
    // SAFETY: neither can fail; no arguments.
    unsafe { (geteuid(), getegid()) }
}

/// Whether this program has more privileges than the user who started it (set-user-ID and the like).
fn is_privileged() -> bool {
    // SAFETY: takes and returns a number.
    unsafe { getauxval(AT_SECURE) != 0 }
}

/// Returns the segment that lists the database; `None` if the next source in nsswitch.conf must enumerate it.
pub(crate) fn listed(db: Database) -> Option<Current> {
    let at = root::slot_at(db);
    let mut asked = false;
    for _ in 0..TRIES {
        let page = root_page(now())?;
        let flags = page.word(at.wrapping_add(slot::FLAGS));
        let served = flag::SERVED | flag::LAST;
        if flags & served != served || flags & flag::PER_USER != 0 {
            return None;
        }
        if flags & flag::LISTED != 0 && flags & flag::STALE == 0 {
            match current(&page, db) {
                Some(current) => return Some(current),
                None => continue,
            }
        }
        if asked {
            return None;
        }
        asked = true;
        let mut request = StackBuf::new();
        Request::List { name: db.name().as_bytes() }.encode(&mut request);
        let mut listed = false;
        transact(19, request.get()?, &mut |status, _| listed = status == frame::Status::Found)?;
        if !listed {
            return None;
        }
    }
    None
}

fn from_socket(
    db: Database,
    key: &[u8],
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), NoRecord>,
) -> Result<(), NoRecord> {
    let mut request = StackBuf::new();
    Request::Read { name: db.name().as_bytes(), key }.encode(&mut request);
    let request = request.get().ok_or(NoRecord::Unavailable)?;
    let mut result = Err(NoRecord::Unavailable);
    transact(3, request, &mut |status, value| result = evaluate(status, value, fill))
        .ok_or(NoRecord::Unavailable)?;
    result
}

/// Evaluates the status and value of an answer.
fn evaluate(
    status: frame::Status,
    value: &[u8],
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), NoRecord>,
) -> Result<(), NoRecord> {
    match status {
        frame::Status::Found => fill(&Record::parse(value).ok_or(NoRecord::Unavailable)?),
        frame::Status::Absent => Err(NoRecord::Absent),
        _ => Err(NoRecord::Unavailable),
    }
}
