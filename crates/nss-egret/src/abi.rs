//! The structs that glibc passes (pwd.h, grp.h, netdb.h, nss.h), and the libc functions that the module calls.
use core::ffi::{c_char, c_int, c_long, c_uint, c_void};

/// `enum nss_status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The buffer is too small (errno ERANGE).
    TryAgain = -2,
    /// This source cannot answer: glibc asks the next one.
    Unavailable = -1,
    /// The entry does not exist or, in an enumeration, there is no further entry.
    NotFound = 0,
    /// The caller's struct was filled.
    Success = 1,
}

/// No such entry.
pub const ENOENT: c_int = 2;
/// The caller's buffer is too small.
pub const ERANGE: c_int = 34;

/// `struct passwd`.
#[repr(C)]
pub struct Passwd {
    pub(crate) name: *mut c_char,
    pub(crate) passwd: *mut c_char,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) gecos: *mut c_char,
    pub(crate) dir: *mut c_char,
    pub(crate) shell: *mut c_char,
}

/// `struct group`.
#[repr(C)]
pub struct Group {
    pub(crate) name: *mut c_char,
    pub(crate) passwd: *mut c_char,
    pub(crate) gid: u32,
    pub(crate) members: *mut *mut c_char,
}

/// `struct servent`.
#[repr(C)]
pub struct Servent {
    pub(crate) name: *mut c_char,
    pub(crate) aliases: *mut *mut c_char,
    pub(crate) port: c_int,
    pub(crate) proto: *mut c_char,
}

/// `struct protoent` and `struct rpcent`.
#[repr(C)]
pub struct Numbered {
    pub(crate) name: *mut c_char,
    pub(crate) aliases: *mut *mut c_char,
    pub(crate) number: c_int,
}

/// `struct netent`.
#[repr(C)]
pub struct Netent {
    pub(crate) name: *mut c_char,
    pub(crate) aliases: *mut *mut c_char,
    pub(crate) family: c_int,
    pub(crate) net: u32,
}

/// `struct etherent`.
#[repr(C)]
pub struct Etherent {
    pub(crate) name: *const c_char,
    pub(crate) address: [u8; 6],
}

/// `struct hostent`.
#[repr(C)]
pub struct Hostent {
    pub(crate) name: *mut c_char,
    pub(crate) aliases: *mut *mut c_char,
    pub(crate) family: c_int,
    pub(crate) length: c_int,
    pub(crate) addresses: *mut *mut c_char,
}

/// `struct gaih_addrtuple` of glibc's nss.h.
#[repr(C)]
pub struct Addrtuple {
    pub(crate) next: *mut Addrtuple,
    pub(crate) name: *mut c_char,
    pub(crate) family: c_int,
    /// The address in network byte order; an IPv4 address takes the first word.
    pub(crate) addr: [u32; 4],
    pub(crate) scope: u32,
}

/// `struct __netgrent`, up to the last field that a source uses.
#[repr(C)]
pub struct Netgrent {
    pub(crate) kind: c_int,
    pub(crate) triple: [*const c_char; 3],
    pub(crate) data: *mut c_char,
    pub(crate) data_size: usize,
    pub(crate) cursor: *mut c_char,
    pub(crate) first: c_int,
}

/// `struct statx`.
#[repr(C)]
pub(crate) struct Statx {
    pub(crate) mask: u32,
    pub(crate) blksize: u32,
    pub(crate) attributes: u64,
    pub(crate) nlink: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) mode: u16,
    pub(crate) spare: u16,
    pub(crate) ino: u64,
    pub(crate) size: u64,
    pub(crate) blocks: u64,
    pub(crate) attributes_mask: u64,
    pub(crate) atime: StatxTime,
    pub(crate) btime: StatxTime,
    pub(crate) ctime: StatxTime,
    pub(crate) mtime: StatxTime,
    pub(crate) rdev_major: u32,
    pub(crate) rdev_minor: u32,
    pub(crate) dev_major: u32,
    pub(crate) dev_minor: u32,
    pub(crate) rest: [u64; 14],
}

/// `struct statx_timestamp`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct StatxTime {
    pub(crate) sec: i64,
    pub(crate) nsec: u32,
    pub(crate) pad: i32,
}

/// `struct timespec`.
#[repr(C)]
pub(crate) struct Timespec {
    pub(crate) sec: c_long,
    pub(crate) nsec: c_long,
}

/// `struct pollfd`.
#[repr(C)]
pub(crate) struct Pollfd {
    pub(crate) fd: c_int,
    pub(crate) events: i16,
    pub(crate) revents: i16,
}

/// `struct iovec`.
#[repr(C)]
pub(crate) struct Iovec {
    pub(crate) at: *mut c_void,
    pub(crate) len: usize,
}

/// `struct msghdr`.
#[repr(C)]
pub(crate) struct Msghdr {
    pub(crate) name: *mut c_void,
    pub(crate) name_len: c_uint,
    pub(crate) io: *mut Iovec,
    pub(crate) io_len: usize,
    pub(crate) control: *mut Control,
    pub(crate) control_len: usize,
    pub(crate) flags: c_int,
}

/// `struct cmsghdr` followed by one descriptor.
#[repr(C)]
pub(crate) struct Control {
    pub(crate) len: usize,
    pub(crate) level: c_int,
    pub(crate) kind: c_int,
    pub(crate) fd: c_int,
}

/// `struct sockaddr_un`.
#[repr(C)]
pub(crate) struct SockaddrUn {
    pub(crate) family: u16,
    pub(crate) path: [u8; 108],
}

pub(crate) const AT_FDCWD: c_int = -100;
pub(crate) const AT_EMPTY_PATH: c_int = 0x1000;
pub(crate) const AT_SECURE: usize = 23;
pub(crate) const AF_UNIX: c_int = 1;
pub(crate) const CLOCK_MONOTONIC_COARSE: c_int = 6;
pub(crate) const EINTR: c_int = 4;
pub(crate) const EAGAIN: c_int = 11;
pub(crate) const MAP_SHARED: c_int = 1;
pub(crate) const MAP_PRIVATE_ANONYMOUS: c_int = 0x22;
pub(crate) const MAP_POPULATE: c_int = 0x8000;
pub(crate) const MSG_CMSG_CLOEXEC: c_int = 0x4000_0000;
pub(crate) const MSG_NOSIGNAL: c_int = 0x4000;
pub(crate) const O_RDONLY_CLOEXEC_NOFOLLOW: c_int = 0x8_0000 | 0x2_0000;
pub(crate) const POLLIN: i16 = 1;
pub(crate) const PROT_READ: c_int = 1;
pub(crate) const PROT_WRITE: c_int = 2;
pub(crate) const SCM_RIGHTS: c_int = 1;
pub(crate) const SOL_SOCKET: c_int = 1;
pub(crate) const SOCK_STREAM_CLOEXEC_NONBLOCK: c_int = 1 | 0x8_0000 | 0x800;
pub(crate) const STATX_BASIC: c_uint = 0x7ff;

unsafe extern "C" {
    pub(crate) fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    pub(crate) fn close(fd: c_int) -> c_int;
    pub(crate) fn statx(
        dir: c_int,
        path: *const c_char,
        flags: c_int,
        mask: c_uint,
        out: *mut Statx,
    ) -> c_int;
    pub(crate) fn mmap(
        at: *mut c_void,
        len: usize,
        prot: c_int,
        flags: c_int,
        fd: c_int,
        from: i64,
    ) -> *mut c_void;
    pub(crate) fn munmap(at: *mut c_void, len: usize) -> c_int;
    pub(crate) fn socket(family: c_int, kind: c_int, protocol: c_int) -> c_int;
    pub(crate) fn connect(fd: c_int, address: *const SockaddrUn, len: c_uint) -> c_int;
    pub(crate) fn send(fd: c_int, bytes: *const c_void, len: usize, flags: c_int) -> isize;
    pub(crate) fn recvmsg(fd: c_int, message: *mut Msghdr, flags: c_int) -> isize;
    pub(crate) fn poll(fds: *mut Pollfd, count: usize, milliseconds: c_int) -> c_int;
    pub(crate) fn clock_gettime(clock: c_int, out: *mut Timespec) -> c_int;
    pub(crate) fn geteuid() -> c_uint;
    pub(crate) fn getegid() -> c_uint;
    pub(crate) fn getauxval(kind: usize) -> usize;
    pub(crate) fn getpid() -> c_int;
    pub(crate) fn pthread_setcancelstate(state: c_int, old: *mut c_int) -> c_int;
    pub(crate) fn __errno_location() -> *mut c_int;
    pub(crate) fn realloc(p: *mut c_void, len: usize) -> *mut c_void;
    pub(crate) fn free(p: *mut c_void);
    pub(crate) fn strlen(s: *const c_char) -> usize;
}
