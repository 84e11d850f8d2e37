//! The local calendar, by the C library, which knows time zones.
#![expect(unsafe_code, reason = "calls of the C library: each block says what it relies on")]
use std::ffi::CStr;

/// `strftime`; `None` where the result does not fit 128 bytes or is empty.
pub(crate) fn format(format: &CStr, seconds: i64) -> Option<Vec<u8>> {
    let tm = local(seconds)?;
    let mut out = [0_u8; 128];
    // SAFETY: `out` has the length that is given, `format` ends in a NUL, `tm` was filled by the library.
    let n = unsafe { libc::strftime(out.as_mut_ptr().cast(), out.len(), format.as_ptr(), &raw const tm) };
    (n > 0).then(|| out[..n].to_vec())
}

/// `strptime` and `mktime`, what the text leaves open taken from the epoch.
pub(crate) fn parse(format: &CStr, text: &CStr) -> Option<f64> {
    let mut tm = local(0)?;
    // SAFETY: both texts end in a NUL, `tm` is a whole one that the library fills in.
    let end = unsafe { libc::strptime(text.as_ptr(), format.as_ptr(), &raw mut tm) };
    if end.is_null() {
        return None;
    }
    // SAFETY: `tm` is a whole one.
    Some(unsafe { libc::mktime(&raw mut tm) } as f64)
}

/// Start of the day that `seconds` lies in.
pub(crate) fn midnight(seconds: i64) -> Option<f64> {
    let mut tm = local(seconds)?;
    (tm.tm_hour, tm.tm_min, tm.tm_sec) = (0, 0, 0);
    // SAFETY: `tm` is a whole one.
    Some(unsafe { libc::mktime(&raw mut tm) } as f64)
}

fn local(seconds: i64) -> Option<libc::tm> {
    let seconds: libc::time_t = seconds;
    // SAFETY: `tm` is plain numbers and a pointer, for which zeros are valid.
    let mut tm = unsafe { std::mem::zeroed() };
    // SAFETY: both point to live values of their types; the library writes only into `tm`.
    let ok = unsafe { libc::localtime_r(&raw const seconds, &raw mut tm) };
    (!ok.is_null()).then_some(tm)
}
