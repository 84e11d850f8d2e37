//! `libnss_egret.so.2`: the module that glibc loads for `egret` in nsswitch.conf.
//!
//! It runs inside every process that looks up a name, so it leaves no trace there: no standard library, no threads, no
//! signals, no descriptors that stay open, no allocation except where the interface demands one, and no panics. The
//! panic handler calls a function that does not exist, so a module that can panic does not link. The module reads what
//! the daemon publishes ([`namecache_wire::segment`]) and asks the daemon's socket only for what is missing there.
//!
//! It trusts nothing that it maps. If anything is inconsistent, it returns UNAVAIL, and glibc asks the next source.
//! Neither the environment nor the user can redirect it: it reads only /run/egret-cached, and in privileged programs
//! (AT_SECURE) it ignores the views of single users.
//!
//! - [`abi`]: glibc's structs, and the libc functions that the module calls.
//! - `maps`: the mappings, which all threads read without a lock.
//! - `socket`: one request to the daemon and its answer.
//! - `ask`: looks a key up in the root page, the segment and over the socket, in this order.
//! - `stack_buf`, `buffer`: bytes on the stack, and the caller's buffer.
//! - `entry`, `status`: results in the form that glibc expects.
//! - `lookups`, `addresses`, `groups`, `lists`, `netgroups`: the functions that glibc calls.
#![cfg_attr(not(test), no_std)]
#![expect(unsafe_code, reason = "the functions that glibc calls, and the reader of shared memory")]

pub mod abi;
mod addresses;
mod ask;
mod buffer;
mod entry;
mod groups;
mod lists;
mod lookups;
mod maps;
mod netgroups;
mod socket;
mod stack_buf;
mod status;

pub use addresses::*;
pub use groups::*;
pub use lists::*;
pub use lookups::*;
pub use netgroups::*;

#[cfg(all(not(test), panic = "abort"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn egret_module_must_not_panic() -> !;
    }
    // SAFETY: no library defines this function, so a module that can reach this call does not link.
    unsafe { egret_module_must_not_panic() }
}
