//! Clocks, and times as text. Text is in UTC unless `TZ` names another zone.
use super::{Answer, Call, family};
use std::ffi::CString;
use value::Value;

family! {
    "current_time" => |c| Ok(Value::Time(c.host().wall_clock())),
    "network_time" => |c| Ok(Value::Time(c.cx.now())),
    "strftime" => strftime,
    "strptime" => strptime,
    "calc_next_rotate" => calc_next_rotate,
}

/// A moment of the local calendar, by the C library, which knows time zones.
mod calendar {
    #![expect(unsafe_code, reason = "calls of the C library: each block says what it relies on")]
    use std::ffi::CStr;

    /// `strftime`; `None` where the result does not fit 128 bytes or is empty.
    pub(super) fn format(format: &CStr, seconds: i64) -> Option<Vec<u8>> {
        let tm = local(seconds)?;
        let mut out = [0_u8; 128];
        // SAFETY: `out` has the length that is given, `format` ends in a NUL, `tm` was filled by the library.
        let n = unsafe { libc::strftime(out.as_mut_ptr().cast(), out.len(), format.as_ptr(), &raw const tm) };
        (n > 0).then(|| out[..n].to_vec())
    }

    /// `strptime` and `mktime`, what the text leaves open taken from the epoch.
    pub(super) fn parse(format: &CStr, text: &CStr) -> Option<f64> {
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
    pub(super) fn midnight(seconds: i64) -> Option<f64> {
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
}

/// `%D` and `%T` of `fmt`: date and time to the second, or to the nanosecond.
pub(super) fn iso(t: f64, fraction: bool) -> String {
    let pattern = if fraction { c"%Y-%m-%d-%H:%M" } else { c"%Y-%m-%d-%H:%M:%S" };
    let Some(text) = calendar::format(pattern, t as i64) else { return "<bad time>".to_owned() };
    let mut text = String::from_utf8_lossy(&text).into_owned();
    if fraction {
        let whole = t as u64;
        let secs = (whole % 60) as f64 + t - whole as f64;
        text.push_str(&format!(":{secs:012.9}"));
    }
    text
}

fn strftime(c: &mut Call<'_>) -> Answer {
    let (format, t) = (c.c_str(0)?, c.double(1)?);
    let text = CString::new(&format[..]).ok().and_then(|f| calendar::format(&f, t as i64));
    Ok(text.map_or_else(|| "<strftime error>".into(), Value::string))
}

fn strptime(c: &mut Call<'_>) -> Answer {
    let (format, text) = (c.c_str(0)?, c.c_str(1)?);
    let parsed = CString::new(&format[..]).ok().zip(CString::new(&text[..]).ok());
    match parsed.and_then(|(f, t)| calendar::parse(&f, &t)) {
        Some(t) => Ok(Value::Time(t)),
        None => {
            c.warn(&format!("strptime conversion failed: fmt:{} d:{}", format.to_text(), text.to_text()));
            Ok(Value::Time(0.0))
        }
    }
}

/// Seconds after midnight of a base time `HH:MM`; `None` for an empty one.
pub(crate) fn base_time(c: &mut Call<'_>) -> Option<f64> {
    let base = c.global("log_rotate_base_time")?.as_string()?.clone();
    if base.is_empty() {
        return None;
    }
    let text = base.to_text().into_owned();
    let parsed =
        text.split_once(':').and_then(|(h, m)| Some((h.parse::<u32>().ok()?, m.parse::<u32>().ok()?)));
    match parsed {
        Some((h, m)) if h < 24 && m < 60 => Some(f64::from(h * 3600 + m * 60)),
        _ => {
            c.report("calc_next_rotate(): can't parse rotation base time");
            None
        }
    }
}

/// How long until the next rotation: at multiples of the interval, counted from the base time of the day.
pub(crate) fn until_rotation(now: f64, interval: f64, base: Option<f64>) -> f64 {
    match base.and_then(|b| Some(calendar::midnight(now as i64)? + b)) {
        None => (now / interval).floor() * interval + interval - now,
        Some(start) => {
            let wait = start + ((now - start) / interval).ceil() * interval - now;
            if wait > 0.0 { wait } else { interval }
        }
    }
}

fn calc_next_rotate(c: &mut Call<'_>) -> Answer {
    let mut interval = c.double(0)?;
    if interval == 0.0 {
        c.report("calc_next_rotate(): interval is zero, falling back to 24hrs");
        interval = 86400.0;
    }
    let base = base_time(c);
    Ok(Value::Interval(until_rotation(c.cx.now(), interval, base)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::float_cmp, reason = "whole seconds")]
    fn rotation_without_a_base_is_at_round_times() {
        assert_eq!(until_rotation(7.0, 5.0, None), 3.0);
        assert_eq!(until_rotation(10.0, 5.0, None), 5.0);
    }
}
