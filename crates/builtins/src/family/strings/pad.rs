//! Trimming and padding.
use crate::call::{Answer, Call};
use crate::slices::{head, tail};
use value::{Str, Value, c_text};

pub(super) fn strip(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    Ok(Value::string(c_text::trimmed(&s)))
}

pub(super) fn lstrip(c: &mut Call<'_>) -> Answer {
    let (s, chars) = (c.str(0)?, c.str(1)?);
    let from = s.iter().position(|b| !chars.contains(b)).unwrap_or(s.len());
    Ok(Value::string(tail(&s, from)))
}

pub(super) fn rstrip(c: &mut Call<'_>) -> Answer {
    let (s, chars) = (c.str(0)?, c.str(1)?);
    let to = s.iter().rposition(|b| !chars.contains(b)).map_or(0, |at| at + 1);
    Ok(Value::string(head(&s, to)))
}

/// The maximum length of a padded string, in bytes.
const MAX_PADDED: u64 = 1 << 28;

pub(super) fn string_fill(c: &mut Call<'_>) -> Answer {
    let (len, source) = (c.int(0)?, c.str(1)?);
    let Some(len) = u64::try_from(len).ok().filter(|n| (1..=MAX_PADDED).contains(n)) else {
        c.error_on("string_fill: a length from 1 to 268435456 was expected", 0);
        return Ok("".into());
    };
    if source.is_empty() {
        c.error("string_fill: the source is empty");
        return Ok("".into());
    }
    // The last byte is always NUL.
    let mut out: Vec<u8> = source.iter().copied().cycle().take(len as usize - 1).collect();
    out.push(0);
    Ok(Value::string(out))
}

/// Returns the number of fill bytes needed to reach `width`. If `width` exceeds [`MAX_PADDED`], reports an error and
/// returns 0.
fn padding(c: &mut Call<'_>, s: &Str, width: u64) -> usize {
    if width > MAX_PADDED {
        c.error_on("width too large", 1);
        return 0;
    }
    (width as usize).saturating_sub(s.len())
}

pub(super) fn ljust(c: &mut Call<'_>) -> Answer {
    let (s, width, fill) = (c.str(0)?, c.count(1)?, c.str(2)?);
    let [fill] = *fill.bytes() else {
        c.report("Fill string passed to ljust() must be a single character");
        return c.nothing();
    };
    let more = padding(c, &s, width);
    Ok(Value::string([&s[..], &vec![fill; more]].concat()))
}

pub(super) fn rjust(c: &mut Call<'_>) -> Answer {
    let fill = c.str(2)?;
    let [fill] = *fill.bytes() else {
        c.report("Fill string passed to rjust() must be a single character");
        return c.nothing();
    };
    pad_left(c, fill)
}

pub(super) fn pad_left(c: &mut Call<'_>, fill: u8) -> Answer {
    let (s, width) = (c.str(0)?, c.count(1)?);
    let more = padding(c, &s, width);
    Ok(Value::string([&vec![fill; more], &s[..]].concat()))
}
