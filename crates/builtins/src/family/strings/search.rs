//! String search, removal and replacement.
use crate::call::{Answer, Call};
use crate::slices::{head, part, tail};
use value::Value;

/// Returns the offset of `little` in `big`; 0 if `little` is empty.
pub(in crate::family) fn memmem(big: &[u8], little: &[u8]) -> Option<usize> {
    memchr::memmem::find(big, little)
}

pub(super) fn memrmem(big: &[u8], little: &[u8]) -> Option<usize> {
    memchr::memmem::rfind(big, little)
}

pub(super) fn strstr(c: &mut Call<'_>) -> Answer {
    let (big, little) = (c.str(0)?, c.str(1)?);
    Ok(memmem(&big, &little).map_or(0, |at| at as u64 + 1).into())
}

pub(super) fn subst_string(c: &mut Call<'_>) -> Answer {
    let (s, from, to) = (c.str(0)?, c.str(1)?, c.str(2)?);
    if from.is_empty() {
        return Ok(s.into());
    }
    let mut out = Vec::with_capacity(s.len());
    let mut rest = &s[..];
    while let Some(at) = memmem(rest, &from) {
        out.extend_from_slice(head(rest, at));
        out.extend_from_slice(&to);
        rest = tail(rest, at + from.len());
    }
    out.extend_from_slice(rest);
    Ok(Value::string(out))
}

pub(super) fn count_substr(c: &mut Call<'_>) -> Answer {
    let (s, sub) = (c.str(0)?, c.str(1)?);
    if sub.is_empty() {
        return Ok(0_u64.into());
    }
    let (mut n, mut rest) = (0_u64, &s[..]);
    while let Some(at) = memmem(rest, &sub) {
        n += 1;
        rest = tail(rest, at + sub.len());
    }
    Ok(n.into())
}

pub(super) fn find_str(c: &mut Call<'_>, search: fn(&[u8], &[u8]) -> Option<usize>) -> Answer {
    let (s, sub, start, end, case) = (c.str(0)?, c.str(1)?, c.count(2)?, c.int(3)?, c.flag(4)?);
    let Some(start) = usize::try_from(start).ok().filter(|&n| n <= s.len()) else {
        return Ok((-1_i64).into());
    };
    if end != -1 && end < start as i64 {
        c.report("find_str: end position must be greater than start position");
        return Ok((-1_i64).into());
    }
    let stop = usize::try_from(end).map_or(s.len(), |e| e.min(s.len()));
    if stop - start + 1 < sub.len() {
        return Ok((-1_i64).into());
    }
    // For compatibility, the end position counts as a length: the search covers that many bytes from the start
    // position.
    let window = part(&s, start, start + stop);
    let at = if case {
        search(window, &sub)
    } else {
        search(&window.to_ascii_lowercase(), &sub.to_ascii_lowercase())
    };
    Ok(at.map_or(-1, |at| (at + start) as i64).into())
}

pub(super) fn remove_prefix(c: &mut Call<'_>) -> Answer {
    let (s, sub) = (c.str(0)?, c.str(1)?);
    let mut rest = &s[..];
    while !sub.is_empty()
        && let Some(r) = rest.strip_prefix(&sub[..])
    {
        rest = r;
    }
    Ok(Value::string(rest))
}

pub(super) fn remove_suffix(c: &mut Call<'_>) -> Answer {
    let (s, sub) = (c.str(0)?, c.str(1)?);
    let mut rest = &s[..];
    while !sub.is_empty()
        && let Some(r) = rest.strip_suffix(&sub[..])
    {
        rest = r;
    }
    Ok(Value::string(rest))
}
