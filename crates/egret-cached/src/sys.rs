//! System calls, and libc's name service. The only part of the daemon with `unsafe`.
#![expect(unsafe_code, reason = "calls into libc and shared memory; each block has its proof")]

pub(crate) mod clock;
pub(crate) mod inotify;
pub(crate) mod liveness;
pub(crate) mod lock;
pub(crate) mod memory;
pub(crate) mod nss;
pub(crate) mod process;
pub(crate) mod seccomp;
pub(crate) mod socket;
