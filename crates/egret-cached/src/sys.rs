//! What the daemon asks of the kernel and of libc: the only part of it with `unsafe`.
#![expect(unsafe_code, reason = "system calls and libc's lookups; every block states its proof")]

pub(crate) mod clock;
pub(crate) mod inotify;
pub(crate) mod liveness;
pub(crate) mod lock;
pub(crate) mod memory;
pub(crate) mod nss;
pub(crate) mod process;
pub(crate) mod seccomp;
pub(crate) mod socket;
