//! Where an answer comes from: the root page says what is current, the segment has it, or the socket is asked.
use crate::abi::*;
use crate::maps::{Held, Map, Source, stamp};
use core::ffi::{CStr, c_int};
use core::mem::size_of;
use core::ptr::null_mut;
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
/// When the last try to find a living daemon failed, in milliseconds; 0: it did not.
static FAILED: AtomicU64 = AtomicU64::new(0);

const ROOT_PATH: &[u8] = b"/run/egret-cached/root\0";
const SOCKET_PATH: &[u8] = b"/run/egret-cached/socket\0";
/// Milliseconds for which a daemon that is not there is not looked for again.
const PATIENCE: u64 = 20;
/// Times that a lookup is begun anew because the memory changed under it.
const TRIES: u32 = 4;
/// Milliseconds that the socket is given. The daemon gives a lookup up after 4 s.
const TIMEOUT: c_int = 5_000;

/// Bytes on the stack that a key or a request is put together in. What does not fit is left to other sources.
pub(crate) struct Short {
    bytes: [u8; 320],
    len: usize,
    whole: bool,
}

impl Short {
    pub(crate) const fn new() -> Short {
        Short { bytes: [0; 320], len: 0, whole: true }
    }

    /// The bytes, if all of them fitted.
    pub(crate) fn get(&self) -> Option<&[u8]> {
        if self.whole { self.bytes.get(..self.len) } else { None }
    }
}

impl Extend<u8> for Short {
    // Once for all callers: the module's size counts.
    #[inline(never)]
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        for b in bytes {
            match self.bytes.get_mut(self.len) {
                Some(place) => {
                    *place = b;
                    self.len = self.len.wrapping_add(1);
                }
                None => self.whole = false,
            }
        }
    }
}

/// Why there is no record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum No {
    /// There is none.
    Absent,
    /// This source cannot tell.
    Unavailable,
    /// The caller's buffer is too small.
    Room,
}

/// A section in which the thread is not cancelled: it may hold a descriptor or a place.
struct Uncancelled(c_int);

impl Uncancelled {
    fn begin() -> Uncancelled {
        const DISABLE: c_int = 1;
        let mut old = 0;
        // SAFETY: `old` is ours.
        unsafe { pthread_setcancelstate(DISABLE, &raw mut old) };
        Uncancelled(old)
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        // SAFETY: gives back the state that was there.
        unsafe { pthread_setcancelstate(self.0, null_mut()) };
    }
}

/// Milliseconds of the coarse monotonic clock.
fn now() -> u64 {
    let mut t = Timespec { sec: 0, nsec: 0 };
    // SAFETY: `t` is ours; the clock exists on every Linux.
    unsafe { clock_gettime(CLOCK_MONOTONIC_COARSE, &raw mut t) };
    t.sec.cast_unsigned().wrapping_mul(1000).wrapping_add(t.nsec.cast_unsigned() / 1_000_000)
}

fn is_right(page: &Held<'_>) -> bool {
    page.wide(field::MAGIC) == root::MAGIC && page.word(field::VERSION) == root::VERSION
}

fn is_alive(page: &Held<'_>) -> bool {
    page.word(field::ALIVE) == 1
}

/// The root page of a living daemon.
fn root_page(now: u64) -> Option<Held<'static>> {
    if let Some(page) = ROOT.hold()
        && is_alive(&page)
    {
        return Some(page);
    }
    let failed = FAILED.load(Ordering::Relaxed);
    if failed != 0 && now.wrapping_sub(failed) < PATIENCE {
        return None;
    }
    let _section = Uncancelled::begin();
    // Id 0 is never taken for one that is there already: the file is a new one each time that a daemon starts.
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

/// `/run/egret-cached/NAME.ID` with its NUL.
fn segment_path(db: Database, id: u64, out: &mut Short) {
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

/// Ids of two daemons must not be taken for each other: the instance goes into what a mapping is known by.
fn known_as(page: &Held<'_>, id: u64) -> u64 {
    (page.wide(field::INSTANCE) ^ id.wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1
}

/// A hold on the current segment of a database.
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
    let known = known_as(page, id);
    if let Some(held) = map.hold_id(known) {
        return Some(Current { held, db, id });
    }
    let mut path = Short::new();
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

/// Looks a key up and hands the record to `fill`, which copies it to the caller and may be called again: what it
/// copied last counts.
pub(crate) fn look_up(
    db: Database,
    key: &Short,
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), No>,
) -> Result<(), No> {
    let key = key.get().ok_or(No::Unavailable)?;
    let at = root::slot_at(db);
    let mut time = now();
    for _ in 0..TRIES {
        let page = root_page(time).ok_or(No::Unavailable)?;
        let epoch = page.wide(field::EPOCH);
        let flags = page.word(at.wrapping_add(slot::FLAGS));
        if flags & flag::SERVED == 0 {
            return Err(No::Unavailable);
        }
        if flags & flag::PER_USER != 0 {
            return if is_privileged() {
                Err(No::Unavailable)
            } else {
                from_view(&page, db, key, time, fill)
            };
        }
        if flags & flag::STALE != 0 {
            return from_socket(db, key, fill);
        }
        let Some(current) = current(&page, db) else {
            // Published anew between the two reads, or nothing is: the second time it is the latter.
            if page.wide(field::EPOCH) == epoch {
                return from_socket(db, key, fill);
            }
            continue;
        };
        let Some(segment) = current.segment() else { return Err(No::Unavailable) };
        let result = match segment.find(key, (time / 1000) as u32) {
            Found::Record(record) => match fill(&record) {
                Err(No::Room) => return Err(No::Room),
                filled => filled,
            },
            Found::Absent => Err(No::Absent),
            Found::Nothing => {
                let stamped = page.wide(at.wrapping_add(slot::STAMP));
                let complete = flags & flag::COMPLETE != 0
                    && (flags & flag::STAMPED == 0 || stamp(source_path(db)) == stamped);
                if !complete {
                    return from_socket(db, key, fill);
                }
                Err(No::Absent)
            }
        };
        // Nothing was published meanwhile, and the daemon lives: so it is.
        if page.wide(field::EPOCH) == epoch && is_alive(&page) {
            return result;
        }
        time = now();
    }
    from_socket(db, key, fill)
}

/// Looks a key up in the caller's own view, and asks the socket, which may hand out a newer one, where that does not know.
fn from_view(
    page: &Held<'_>,
    db: Database,
    key: &[u8],
    time: u64,
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), No>,
) -> Result<(), No> {
    let mut have = 0;
    // Programs change whom they run as, and have still mapped what was for another.
    if let Some(held) = VIEWS.get(db as usize).and_then(Map::hold)
        && held.wide(view::field::INSTANCE) == page.wide(field::INSTANCE)
        && (held.word(view::field::UID), held.word(view::field::GID)) == identity()
    {
        have = held.wide(view::field::ID);
        let segment = Segment::open(held.bytes(view::HEADER), db, have).ok_or(No::Unavailable)?;
        let result = match segment.find(key, (time / 1000) as u32) {
            Found::Record(record) => Some(fill(&record)),
            Found::Absent => Some(Err(No::Absent)),
            Found::Nothing => None,
        };
        if let Some(result) = result
            && held.word(view::field::VALID) == 1
            && is_alive(page)
        {
            return result;
        }
    }
    let mut request = Short::new();
    Request::View { name: db.name().as_bytes(), key, have }.encode(&mut request);
    let mut result = Err(No::Unavailable);
    let _section = Uncancelled::begin();
    let handed = talk(frame::VIEW, request.get().ok_or(No::Unavailable)?, &mut |status, value| {
        result = told(status, value.get(8..).unwrap_or_default(), fill);
    })
    .ok_or(No::Unavailable)?;
    if let (Some(fd), Some(map)) = (handed.get(), VIEWS.get(db as usize)) {
        // Id 0 is never taken for one that is there already. Where it cannot be mapped now, it is the next time.
        map.replace(Source::Descriptor(fd), None, 0);
    }
    result
}

/// Effective uid and gid, which the daemon sees as well.
fn identity() -> (u32, u32) {
    // SAFETY: both cannot fail and take nothing.
    unsafe { (geteuid(), getegid()) }
}

/// Whether this program runs with rights that who started it does not have.
fn is_privileged() -> bool {
    // SAFETY: takes and gives a number.
    unsafe { getauxval(AT_SECURE) != 0 }
}

/// The segment whose list is what the sources enumerate; `None` where the next source is to enumerate.
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
        let mut request = Short::new();
        Request::List { name: db.name().as_bytes() }.encode(&mut request);
        let mut there = false;
        talk(19, request.get()?, &mut |status, _| there = status == frame::Status::Found)?;
        if !there {
            return None;
        }
    }
    None
}

fn from_socket(
    db: Database,
    key: &[u8],
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), No>,
) -> Result<(), No> {
    let mut request = Short::new();
    Request::Read { name: db.name().as_bytes(), key }.encode(&mut request);
    let request = request.get().ok_or(No::Unavailable)?;
    let mut result = Err(No::Unavailable);
    talk(3, request, &mut |status, value| result = told(status, value, fill)).ok_or(No::Unavailable)?;
    result
}

/// What an answer of the socket means.
fn told(
    status: frame::Status,
    value: &[u8],
    fill: &mut dyn FnMut(&Record<'_>) -> Result<(), No>,
) -> Result<(), No> {
    match status {
        frame::Status::Found => fill(&Record::parse(value).ok_or(No::Unavailable)?),
        frame::Status::Absent => Err(No::Absent),
        _ => Err(No::Unavailable),
    }
}

/// A descriptor of ours, or none (-1).
struct Descriptor(c_int);

impl Descriptor {
    fn get(&self) -> Option<c_int> {
        (self.0 >= 0).then_some(self.0)
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        if let Some(fd) = self.get() {
            // SAFETY: ours alone.
            unsafe { close(fd) };
        }
    }
}

/// Sends one request and hands its answer to `hear`. Gives the descriptor that came with it; `None` where there is no
/// answer.
fn talk(number: u16, request: &[u8], hear: &mut dyn FnMut(frame::Status, &[u8])) -> Option<Descriptor> {
    let _section = Uncancelled::begin();
    // SAFETY: no pointers.
    let socket = Descriptor(unsafe { socket(AF_UNIX, SOCK_STREAM_CLOEXEC_NONBLOCK, 0) });
    let mut handed = Descriptor(-1);
    exchange(socket.get()?, number, request, hear, &mut handed)?;
    Some(handed)
}

fn exchange(
    fd: c_int,
    number: u16,
    request: &[u8],
    hear: &mut dyn FnMut(frame::Status, &[u8]),
    handed: &mut Descriptor,
) -> Option<()> {
    let mut address = SockaddrUn { family: AF_UNIX as u16, path: [0; 108] };
    for (to, from) in address.path.iter_mut().zip(SOCKET_PATH) {
        *to = *from;
    }
    // SAFETY: the address is as long as said. A queue that is full refuses at once: the socket does not block.
    let sent = unsafe {
        connect(fd, &raw const address, size_of::<SockaddrUn>() as u32) == 0
            && send(fd, request.as_ptr().cast(), request.len(), MSG_NOSIGNAL) == request.len() as isize
    };
    if !sent {
        return None;
    }
    let mut near = [0u8; 2048];
    let mut got = receive(fd, &mut near, 0, frame::HEADER, handed)?;
    let size = frame::answer_size(number, near.get(..got)?)?;
    if size <= near.len() {
        while got < size {
            got = receive(fd, near.get_mut(..size)?, got, size, handed)?;
        }
        let (status, value) = frame::parse_answer(number, near.get(..size)?)?;
        hear(status, value);
        return Some(());
    }
    let mut far = Pages::new(size)?;
    let pages = far.bytes();
    for (to, from) in pages.iter_mut().zip(near.get(..got)?) {
        *to = *from;
    }
    while got < size {
        got = receive(fd, pages, got, size, handed)?;
    }
    let (status, value) = frame::parse_answer(number, pages)?;
    hear(status, value);
    Some(())
}

/// Reads until at least `least` bytes are there; gives how many are. The first descriptor that comes with them is `handed`.
fn receive(
    fd: c_int,
    room: &mut [u8],
    mut got: usize,
    least: usize,
    handed: &mut Descriptor,
) -> Option<usize> {
    while got < least {
        let free = room.get_mut(got..)?;
        let mut io = Iovec { at: free.as_mut_ptr().cast(), len: free.len() };
        let mut control = Control { len: 0, level: 0, kind: 0, fd: -1 };
        let mut message = Msghdr {
            name: null_mut(),
            name_len: 0,
            io: &raw mut io,
            io_len: 1,
            control: &raw mut control,
            // The kernel closes what there is no room for.
            control_len: if handed.get().is_none() { size_of::<Control>() } else { 0 },
            flags: 0,
        };
        // SAFETY: as many bytes as the slice has, and as many of control data as `control` has.
        let n = unsafe { recvmsg(fd, &raw mut message, MSG_CMSG_CLOEXEC) };
        if (control.level, control.kind, control.len) == (SOL_SOCKET, SCM_RIGHTS, DESCRIPTOR) {
            handed.0 = control.fd;
        }
        if n > 0 {
            got = got.checked_add(n.cast_unsigned())?;
            continue;
        }
        if n == 0 {
            return None;
        }
        // SAFETY: errno of this thread.
        match unsafe { *__errno_location() } {
            EINTR => {}
            EAGAIN => {
                let mut wait = Pollfd { fd, events: POLLIN, revents: 0 };
                // SAFETY: one entry.
                let r = unsafe { poll(&raw mut wait, 1, TIMEOUT) };
                // SAFETY: errno of this thread.
                if r == 0 || (r < 0 && unsafe { *__errno_location() } != EINTR) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    Some(got)
}

/// `cmsg_len` of one descriptor.
const DESCRIPTOR: usize = core::mem::offset_of!(Control, fd) + size_of::<c_int>();

/// Anonymous memory for an answer that the stack has no room for.
struct Pages(*mut u8, usize);

impl Pages {
    fn new(len: usize) -> Option<Pages> {
        // SAFETY: a fresh mapping at an address of the kernel's choice overlaps nothing.
        let p = unsafe { mmap(null_mut(), len, PROT_READ | PROT_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0) };
        (p as isize != -1).then_some(Pages(p.cast(), len))
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: our own mapping of that length, borrowed once.
        unsafe { core::slice::from_raw_parts_mut(self.0, self.1) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: our own mapping, not used any more.
        unsafe { munmap(self.0.cast(), self.1) };
    }
}
