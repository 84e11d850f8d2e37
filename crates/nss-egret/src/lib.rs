//! `libnss_egret.so.2`: what glibc loads for `egret` in nsswitch.conf.
//!
//! It runs inside of every process that looks a name up, so it is made to be forgotten: no standard library, no thread,
//! no signal, no descriptor that stays open, no allocation but what the interface demands, and no panic: a panic would
//! have to call a function that does not exist, so that a module with one does not link. Its memory is what the daemon
//! publishes ([`namecache_wire::segment`]); it asks the daemon's socket only for what is not there.
//!
//! Everything it maps is hostile until it has been checked, and whatever is wrong with it gives UNAVAIL: the next source
//! answers. It follows neither the environment nor the user: it looks in /run/egret-cached and nowhere else, and for
//! privileged programs (AT_SECURE) it has no view of a single user.
//!
//! - [`abi`]: glibc's structs and the few calls of libc that are used.
//! - `maps`: what is mapped, shared by all threads without a lock on the way of a reader.
//! - `ask`: the root page, the segment, the socket, in this order.
//! - `room`: the caller's buffer.
//! - `lookups`, `lists`, `netgroups`: the functions that glibc calls.
#![cfg_attr(not(test), no_std)]
#![expect(unsafe_code, reason = "the NSS face and the shared-memory reader")]

pub mod abi;
mod ask;
mod lists;
mod lookups;
mod maps;
mod netgroups;
mod room;

pub use lists::*;
pub use lookups::*;
pub use netgroups::*;

#[cfg(all(not(test), panic = "abort"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn egret_module_must_not_panic() -> !;
    }
    // SAFETY: there is no such function. Where this call is reachable, the module does not link.
    unsafe { egret_module_must_not_panic() }
}
