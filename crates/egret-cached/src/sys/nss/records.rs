//! Converts libc's structs to records.
use super::abi::{Netent, Numbered, Servent};
use libc::c_char;
use namecache_wire::{bytes, record};
use std::ffi::CStr;

/// The result of a call to libc.
pub(super) enum Got {
    Record(Vec<u8>),
    Absent,
    Failed,
}

/// Returns the bytes of a string in libc's answer; empty for NULL.
pub(super) fn text<'a>(p: *const c_char) -> &'a [u8] {
    if p.is_null() {
        return b"";
    }
    // SAFETY: libc's answers point to NUL-terminated strings in the caller's buffer. Every caller copies the bytes into
    // a record before it reuses that buffer.
    unsafe { CStr::from_ptr(p) }.to_bytes()
}

/// Returns the pointers of a NULL-terminated array in libc's answer.
fn pointers(mut p: *mut *mut c_char) -> Vec<*const c_char> {
    let mut out = Vec::new();
    // SAFETY: libc's arrays end with NULL and lie in the caller's buffer, which outlives this call.
    unsafe {
        while !p.is_null() && !(*p).is_null() {
            out.push((*p).cast_const());
            p = p.add(1);
        }
    }
    out
}

/// Encodes a record; returns [`Got::Failed`] if it exceeds the maximum size of a record.
pub(super) fn record_of(nums: &[u32], strings: &[&[u8]]) -> Got {
    let mut out = Vec::new();
    match record::encode(nums, strings, &mut out) {
        Ok(()) => Got::Record(out),
        Err(_) => Got::Failed,
    }
}

/// Returns a password field that is safe to publish: anything but a known placeholder becomes `x`, so no hash leaks.
fn shown(password: &[u8]) -> &[u8] {
    const HARMLESS: &[&[u8]] = &[b"", b"x", b"*", b"!", b"!!", b"!*", b"*NP*", b"*LK*"];
    if HARMLESS.contains(&password) { password } else { b"x" }
}

pub(super) fn passwd(p: &libc::passwd) -> Got {
    let strings =
        [text(p.pw_name), shown(text(p.pw_passwd)), text(p.pw_gecos), text(p.pw_dir), text(p.pw_shell)];
    record_of(&[p.pw_uid, p.pw_gid], &strings)
}

pub(super) fn group(g: &libc::group) -> Got {
    let mut strings = vec![text(g.gr_name), shown(text(g.gr_passwd))];
    strings.extend(pointers(g.gr_mem).into_iter().map(text));
    record_of(&[g.gr_gid], &strings)
}

pub(super) fn service(s: &Servent) -> Got {
    let mut strings = vec![text(s.name), text(s.proto)];
    strings.extend(pointers(s.aliases).into_iter().map(text));
    record_of(&[u32::from(u16::from_be(s.port as u16))], &strings)
}

pub(super) fn numbered(n: &Numbered) -> Got {
    let mut strings = vec![text(n.name)];
    strings.extend(pointers(n.aliases).into_iter().map(text));
    record_of(&[n.number.cast_unsigned()], &strings)
}

pub(super) fn network(n: &Netent) -> Got {
    let mut strings = vec![text(n.name)];
    strings.extend(pointers(n.aliases).into_iter().map(text));
    record_of(&[n.family.cast_unsigned(), n.net], &strings)
}

pub(super) fn host(h: &libc::hostent) -> Got {
    let mut nums = vec![h.h_addrtype.cast_unsigned()];
    let size = h.h_length.cast_unsigned() as usize;
    if !matches!(size, 4 | 16) {
        return Got::Failed;
    }
    for p in pointers(h.h_addr_list) {
        // SAFETY: each entry of the list points to `h_length` bytes in the caller's buffer.
        let address = unsafe { std::slice::from_raw_parts(p.cast::<u8>(), size) };
        nums.extend((0..size / 4).filter_map(|i| bytes::u32_at(address, i * 4)));
    }
    let mut strings = vec![text(h.h_name)];
    strings.extend(pointers(h.h_aliases).into_iter().map(text));
    record_of(&nums, &strings)
}
