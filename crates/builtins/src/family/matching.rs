//! Patterns against strings: splitting, substituting, finding.
//!
//! All functions take the longest match at an offset. For splitting and substituting, `^` matches only at the start of
//! the string. For finding, it matches wherever a match is tried, so `find_all("ab", /^./)` finds both letters.
use crate::call::{Answer, Call, family};
use crate::slices::{head, part, tail};
use value::{Pattern, Str, Value};

family! {
    "split_string" => |c| split(c, false, 0),
    "split_string1" => |c| split(c, false, 1),
    "split_string_all" => |c| split(c, true, 0),
    "split_string_n" => |c| {
        let (separators, max) = (c.flag(2)?, c.count(3)?);
        split(c, separators, max)
    },
    "sub" => |c| replace(c, false),
    "gsub" => |c| replace(c, true),
    "find_all" => find_all,
    "find_all_ordered" => find_all_ordered,
    "find_first" => find_first,
    "find_last" => find_last,
    "convert_for_pattern" => |c| Ok(Value::string(quoted(&c.str(0)?))),
    "string_to_pattern" => string_to_pattern,
}

fn split(c: &mut Call<'_>, separators: bool, max: u64) -> Answer {
    let (s, re) = (c.str(0)?, c.pattern(1)?);
    let mut parts = Vec::new();
    let (mut from, mut seen) = (0, 0_u64);
    while (max == 0 || seen < max)
        && let Some((start, end)) = re.find_longest(&s, from)
    {
        parts.push(Value::string(part(&s, from, start)));
        if separators {
            parts.push(Value::string(part(&s, start, end)));
        }
        seen += 1;
        from = end;
    }
    parts.push(Value::string(tail(&s, from)));
    c.vector_of("string_vec", parts)
}

fn replace(c: &mut Call<'_>, all: bool) -> Answer {
    let (s, re, with) = (c.str(0)?, c.pattern(1)?, c.str(2)?);
    let mut out = Vec::with_capacity(s.len());
    let mut from = 0;
    while let Some((start, end)) = re.find_longest(&s, from) {
        out.extend_from_slice(part(&s, from, start));
        out.extend_from_slice(&with);
        from = end;
        if !all {
            break;
        }
    }
    out.extend_from_slice(tail(&s, from));
    Ok(Value::string(out))
}

/// Whether the string is longer than the limit: the argument, or the script's constant if the argument is negative.
/// Raises a weird if it is.
fn is_too_long(c: &mut Call<'_>, s: &Str) -> Result<bool, crate::call::Stop> {
    let given = c.int(2)?;
    let by_constant = given < 0;
    let max = if by_constant {
        c.global("max_find_all_string_length").and_then(|v| v.as_int()).unwrap_or(0)
    } else {
        given
    };
    if max <= 0 || s.len() as i64 <= max {
        return Ok(false);
    }
    let loc = c.cx.call_site();
    let place =
        c.services().file_and_line(loc).map_or(String::new(), |(file, line)| format!("{file}, line {line}"));
    let mut detail = format!("{place}: length {} exceeded {max}", s.len());
    if by_constant {
        detail.push_str("(from constant max_find_all_string_length");
    }
    c.weird("max_find_all_string_length_exceeded", &detail);
    Ok(true)
}

/// Returns the longest match at an offset, tried as if the string began there.
fn match_at<'s>(s: &'s [u8], re: &Pattern, at: usize) -> Option<&'s [u8]> {
    let rest = tail(s, at);
    Some(head(rest, re.match_prefix(rest)?))
}

/// Returns all matches from left to right, each tried as if the string began there.
fn matches(s: &[u8], re: &Pattern) -> Vec<Value> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < s.len() {
        match match_at(s, re, at) {
            Some(text) => {
                found.push(Value::string(text));
                at += text.len().max(1);
            }
            None => at += 1,
        }
    }
    found
}

fn find_all(c: &mut Call<'_>) -> Answer {
    let (s, re) = (c.str(0)?, c.pattern(1)?);
    let found = if is_too_long(c, &s)? { Vec::new() } else { matches(&s, &re) };
    c.set_of("string_set", found)
}

fn find_all_ordered(c: &mut Call<'_>) -> Answer {
    let (s, re) = (c.str(0)?, c.pattern(1)?);
    let found = if is_too_long(c, &s)? { Vec::new() } else { matches(&s, &re) };
    c.vector_of("string_vec", found)
}

fn find_first(c: &mut Call<'_>) -> Answer {
    let (s, re) = (c.str(0)?, c.pattern(1)?);
    let found = (0..s.len()).find_map(|at| match_at(&s, &re, at));
    Ok(Value::string(found.unwrap_or_default()))
}

fn find_last(c: &mut Call<'_>) -> Answer {
    let (s, re) = (c.str(0)?, c.pattern(1)?);
    let found = (0..s.len()).rev().find_map(|at| match_at(&s, &re, at));
    Ok(Value::string(found.unwrap_or_default()))
}

/// Returns the text of a pattern that matches exactly this string.
fn quoted(s: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(s.len());
    for &b in s {
        if b"^$-:\"\\/|*+?.(){}[]".contains(&b) {
            out.push(b'\\');
        }
        out.push(b);
    }
    out
}

fn string_to_pattern(c: &mut Call<'_>) -> Answer {
    let (s, convert) = (c.str(0)?, c.flag(1)?);
    let text = if convert { quoted(&s) } else { s.to_vec() };
    match Pattern::new(&text, false, false) {
        Ok(p) => Ok(Value::Pattern(p.into())),
        Err(e) => {
            c.error(&format!("string_to_pattern: {e}"));
            c.nothing()
        }
    }
}
