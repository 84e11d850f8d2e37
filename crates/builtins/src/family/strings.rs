//! Strings: joining, cutting, case, searching. Bytes throughout; "letters" are those of ASCII.
mod align;

use crate::call::{Answer, Call, family};
use value::{Record, Str, Value, Vector};

family! {
    "levenshtein_distance" => levenshtein_distance,
    "string_cat" => string_cat,
    "join_string_vec" => join_string_vec,
    "join_string_set" => join_string_set,
    "edit" => edit,
    "sub_bytes" => sub_bytes,
    "strcmp" => strcmp,
    "strstr" => strstr,
    "subst_string" => subst_string,
    "to_lower" => |c| map_bytes(c, |b| b.make_ascii_lowercase()),
    "to_upper" => |c| map_bytes(c, |b| b.make_ascii_uppercase()),
    "swap_case" => swap_case,
    "to_title" => to_title,
    "clean" => |c| render(c, Render::HEX),
    "to_string_literal" => |c| render(c, Render { backslash: true, quotes: true }),
    "escape_string" => |c| render(c, Render { backslash: true, quotes: false }),
    "is_ascii" => |c| Ok(c.str(0)?.is_ascii().into()),
    "is_num" => |c| all_bytes(c, u8::is_ascii_digit),
    "is_alpha" => |c| all_bytes(c, u8::is_ascii_alphabetic),
    "is_alnum" => |c| all_bytes(c, u8::is_ascii_alphanumeric),
    "string_to_ascii_hex" => string_to_ascii_hex,
    "str_smith_waterman" => str_smith_waterman,
    "str_split_indices" => str_split_indices,
    "strip" => strip,
    "lstrip" => lstrip,
    "rstrip" => rstrip,
    "string_fill" => string_fill,
    "safe_shell_quote" => safe_shell_quote,
    "hexdump" => hexdump,
    "reverse" => |c| Ok(Value::string(c.str(0)?.iter().rev().copied().collect::<Vec<_>>())),
    "count_substr" => count_substr,
    "find_str" => |c| find_str(c, memmem),
    "rfind_str" => |c| find_str(c, memrmem),
    "starts_with" => |c| Ok(c.str(0)?.starts_with(&c.str(1)?).into()),
    "ends_with" => |c| Ok(c.str(0)?.ends_with(&c.str(1)?).into()),
    "ljust" => ljust,
    "rjust" => rjust,
    "zfill" => |c| pad_left(c, b'0'),
    "remove_prefix" => remove_prefix,
    "remove_suffix" => remove_suffix,
}

/// Where `little` first stands in `big`; an empty one at the start.
pub(super) fn memmem(big: &[u8], little: &[u8]) -> Option<usize> {
    if little.is_empty() {
        return Some(0);
    }
    big.windows(little.len()).position(|w| w == little)
}

fn memrmem(big: &[u8], little: &[u8]) -> Option<usize> {
    if little.is_empty() {
        return Some(big.len());
    }
    big.windows(little.len()).rposition(|w| w == little)
}

/// Lengths past this are refused by functions whose work is their product.
const MAX_EDIT_CELLS: usize = 1 << 26;

fn levenshtein_distance(c: &mut Call<'_>) -> Answer {
    let (a, b) = (c.str(0)?, c.str(1)?);
    if a.len().saturating_mul(b.len()) > MAX_EDIT_CELLS {
        c.error("levenshtein_distance: strings too long");
        return Ok(0_u64.into());
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    Ok((row[b.len()] as u64).into())
}

fn string_cat(c: &mut Call<'_>) -> Answer {
    let mut out = Vec::new();
    for i in 0..c.len() {
        match c.arg(i) {
            Value::String(s) => out.extend_from_slice(s),
            _ => {
                c.report("string_cat() requires string arguments");
                return Ok("".into());
            }
        }
    }
    Ok(Value::string(out))
}

fn join_string_vec(c: &mut Call<'_>) -> Answer {
    let (items, sep) = (c.vector(0)?.items(), c.str(1)?);
    let mut out = Vec::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(&sep);
        }
        if let Some(v) = item {
            c.describe_raw(v, &mut out);
        }
    }
    Ok(Value::string(out))
}

fn join_string_set(c: &mut Call<'_>) -> Answer {
    let (set, sep) = (c.table(0)?, c.str(1)?);
    let mut out = Vec::new();
    for (i, (key, _)) in set.entries().iter().enumerate() {
        let [Value::String(s)] = &key[..] else {
            c.error("join_string_set() requires a string set argument");
            return Ok("".into());
        };
        if i > 0 {
            out.extend_from_slice(&sep);
        }
        out.extend_from_slice(s);
    }
    Ok(Value::string(out))
}

fn edit(c: &mut Call<'_>) -> Answer {
    let (s, key) = (c.str(0)?, c.str(1)?);
    let [erase] = *key.bytes() else {
        c.error_on("not exactly one edit character", 1);
        return Ok(s.into());
    };
    let mut out = Vec::with_capacity(s.len());
    for &b in s.iter() {
        if b == erase {
            out.pop();
        } else {
            out.push(b);
        }
    }
    Ok(Value::string(out))
}

fn sub_bytes(c: &mut Call<'_>) -> Answer {
    let (s, start, n) = (c.str(0)?, c.count(1)?, c.int(2)?);
    let Some(rest) = usize::try_from(start.saturating_sub(1)).ok().and_then(|at| s.get(at..)) else {
        return Ok("".into());
    };
    let n = usize::try_from(n).map_or(rest.len(), |n| n.min(rest.len()));
    Ok(Value::string(&rest[..n]))
}

fn strcmp(c: &mut Call<'_>) -> Answer {
    let (a, b) = (c.str(0)?, c.str(1)?);
    Ok((a.cmp(&b) as i64).into())
}

fn strstr(c: &mut Call<'_>) -> Answer {
    let (big, little) = (c.str(0)?, c.str(1)?);
    Ok(memmem(&big, &little).map_or(0, |at| at as u64 + 1).into())
}

fn subst_string(c: &mut Call<'_>) -> Answer {
    let (s, from, to) = (c.str(0)?, c.str(1)?, c.str(2)?);
    if from.is_empty() {
        return Ok(s.into());
    }
    let mut out = Vec::with_capacity(s.len());
    let mut rest = &s[..];
    while let Some(at) = memmem(rest, &from) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(&to);
        rest = &rest[at + from.len()..];
    }
    out.extend_from_slice(rest);
    Ok(Value::string(out))
}

fn map_bytes(c: &mut Call<'_>, f: fn(&mut [u8])) -> Answer {
    let mut s = c.str(0)?.to_vec();
    f(&mut s);
    Ok(Value::string(s))
}

fn swap_case(c: &mut Call<'_>) -> Answer {
    map_bytes(c, |s| {
        for b in s {
            if b.is_ascii_alphabetic() {
                *b ^= 0x20;
            }
        }
    })
}

fn to_title(c: &mut Call<'_>) -> Answer {
    map_bytes(c, |s| {
        let mut first = true;
        for b in s {
            if first {
                b.make_ascii_uppercase();
            }
            first = *b == b' ';
        }
    })
}

/// What is written with a backslash besides bytes that do not print.
struct Render {
    backslash: bool,
    quotes: bool,
}

impl Render {
    const HEX: Render = Render { backslash: false, quotes: false };
}

fn render(c: &mut Call<'_>, how: Render) -> Answer {
    let s = c.str(0)?;
    let mut out = Vec::with_capacity(s.len());
    for &b in s.iter() {
        match b {
            b'\\' if how.backslash => out.extend_from_slice(b"\\\\"),
            b'\'' | b'"' if how.quotes => out.extend_from_slice(&[b'\\', b]),
            b' '..=b'~' => out.push(b),
            _ => out.extend_from_slice(format!("\\x{b:02x}").as_bytes()),
        }
    }
    Ok(Value::string(out))
}

/// True for a string that is not empty and has only such bytes.
fn all_bytes(c: &mut Call<'_>, is: fn(&u8) -> bool) -> Answer {
    let s = c.str(0)?;
    Ok((!s.is_empty() && s.iter().all(is)).into())
}

fn string_to_ascii_hex(c: &mut Call<'_>) -> Answer {
    Ok(super::encoding::hex(&c.str(0)?).into())
}

fn str_smith_waterman(c: &mut Call<'_>) -> Answer {
    let (a, b, params) = (c.str(0)?, c.str(1)?, c.record(2)?);
    let min_len = params.get(0).and_then(|v| v.as_count()).unwrap_or(3);
    let collect = match params.get(1).and_then(|v| v.as_count()) {
        Some(1) => align::Collect::All,
        _ => align::Collect::Best,
    };
    let min_len = usize::try_from(min_len).unwrap_or(usize::MAX);
    let Some(parts) = align::common_parts(&a, &b, min_len, collect) else {
        c.error("str_smith_waterman: strings too long");
        return c.empty_vector("sw_substring_vec");
    };
    let (part_type, place_type) = (c.record_type("sw_substring")?, c.record_type("sw_align")?);
    let places_type = c.vector_type("sw_align_vec")?;
    let values = parts.into_iter().map(|p| {
        let place = |text: &Str, at: usize| {
            let r = Record::new(place_type.clone());
            r.set(0, text.clone().into());
            r.set(1, (at as u64).into());
            Value::Record(r)
        };
        let places = vec![place(&a, p.at[0]), place(&b, p.at[1])];
        let r = Record::new(part_type.clone());
        r.set(0, Value::string(&p.text));
        r.set(1, Vector::from_values(places_type.clone(), places).into());
        r.set(2, p.starts_alignment.into());
        Value::Record(r)
    });
    let values = values.collect();
    c.vector_of("sw_substring_vec", values)
}

fn str_split_indices(c: &mut Call<'_>) -> Answer {
    let (s, cuts) = (c.str(0)?, c.vector(1)?.items());
    if cuts.is_empty() {
        return c.empty_vector("string_vec");
    }
    // A cut past the end is one at the start, which every split has already.
    let mut at: Vec<usize> =
        cuts.iter().flatten().filter_map(Value::as_count).filter_map(|n| usize::try_from(n).ok()).collect();
    at.retain(|&n| n < s.len());
    at.push(0);
    at.sort_unstable();
    at.dedup();
    at.push(s.len());
    let parts = at.windows(2).map(|w| Value::string(&s[w[0]..w[1]])).collect();
    c.vector_of("string_vec", parts)
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

fn strip(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let from = s.iter().position(|&b| !is_space(b)).unwrap_or(s.len());
    let to = s.iter().rposition(|&b| !is_space(b)).map_or(from, |at| at + 1);
    Ok(Value::string(&s[from..to]))
}

fn lstrip(c: &mut Call<'_>) -> Answer {
    let (s, chars) = (c.str(0)?, c.str(1)?);
    let from = s.iter().position(|b| !chars.contains(b)).unwrap_or(s.len());
    Ok(Value::string(&s[from..]))
}

fn rstrip(c: &mut Call<'_>) -> Answer {
    let (s, chars) = (c.str(0)?, c.str(1)?);
    let to = s.iter().rposition(|b| !chars.contains(b)).map_or(0, |at| at + 1);
    Ok(Value::string(&s[..to]))
}

/// The longest string that padding makes.
const MAX_PADDED: u64 = 1 << 28;

fn string_fill(c: &mut Call<'_>) -> Answer {
    let (len, source) = (c.int(0)?, c.str(1)?);
    let Some(len) = u64::try_from(len).ok().filter(|n| (1..=MAX_PADDED).contains(n)) else {
        c.error_on("string_fill: a length from 1 to 268435456 was expected", 0);
        return Ok("".into());
    };
    if source.is_empty() {
        c.error("string_fill: the source is empty");
        return Ok("".into());
    }
    // The last byte is a NUL, whatever the source.
    let mut out: Vec<u8> = source.iter().copied().cycle().take(len as usize - 1).collect();
    out.push(0);
    Ok(Value::string(out))
}

fn safe_shell_quote(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let mut out = vec![b'"'];
    for &b in s.iter() {
        if matches!(b, b'`' | b'"' | b'\\' | b'$') {
            out.push(b'\\');
        }
        out.push(b);
    }
    out.push(b'"');
    Ok(Value::string(out))
}

/// Sixteen bytes a line: offset, hexadecimal in two groups, text in two groups.
fn hexdump(c: &mut Call<'_>) -> Answer {
    let s = c.str(0)?;
    let mut out = String::new();
    for (i, line) in s.chunks(16).enumerate() {
        let mut hex = String::new();
        let mut text = String::new();
        for (j, &b) in line.iter().enumerate() {
            hex.push_str(&format!("{b:02x} "));
            text.push(if (0x20..0x7f).contains(&b) { char::from(b) } else { '.' });
            if j == 7 {
                hex.push(' ');
                text.push(' ');
            }
        }
        // The offset has four places; longer ones lose their tail, as they always did.
        let offset: String = format!("{:04x}", i * 16).chars().take(4).collect();
        out.push_str(&format!("{offset}  {hex:<50}{text}\n"));
    }
    Ok(out.into())
}

fn count_substr(c: &mut Call<'_>) -> Answer {
    let (s, sub) = (c.str(0)?, c.str(1)?);
    if sub.is_empty() {
        return Ok(0_u64.into());
    }
    let (mut n, mut rest) = (0_u64, &s[..]);
    while let Some(at) = memmem(rest, &sub) {
        n += 1;
        rest = &rest[at + sub.len()..];
    }
    Ok(n.into())
}

fn find_str(c: &mut Call<'_>, search: fn(&[u8], &[u8]) -> Option<usize>) -> Answer {
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
    // As many bytes as the end position says are looked at, counted from the start position.
    let window = &s[start..(start + stop).min(s.len())];
    let at = if case {
        search(window, &sub)
    } else {
        search(&window.to_ascii_lowercase(), &sub.to_ascii_lowercase())
    };
    Ok(at.map_or(-1, |at| (at + start) as i64).into())
}

/// The padded length, where it is more than the string has and not past all reason.
fn padding(c: &mut Call<'_>, s: &Str, width: u64) -> usize {
    if width > MAX_PADDED {
        c.error_on("width too large", 1);
        return 0;
    }
    (width as usize).saturating_sub(s.len())
}

fn ljust(c: &mut Call<'_>) -> Answer {
    let (s, width, fill) = (c.str(0)?, c.count(1)?, c.str(2)?);
    let [fill] = *fill.bytes() else {
        c.report("Fill string passed to ljust() must be a single character");
        return c.nothing();
    };
    let more = padding(c, &s, width);
    Ok(Value::string([&s[..], &vec![fill; more]].concat()))
}

fn rjust(c: &mut Call<'_>) -> Answer {
    let fill = c.str(2)?;
    let [fill] = *fill.bytes() else {
        c.report("Fill string passed to rjust() must be a single character");
        return c.nothing();
    };
    pad_left(c, fill)
}

fn pad_left(c: &mut Call<'_>, fill: u8) -> Answer {
    let (s, width) = (c.str(0)?, c.count(1)?);
    let more = padding(c, &s, width);
    Ok(Value::string([&vec![fill; more], &s[..]].concat()))
}

fn remove_prefix(c: &mut Call<'_>) -> Answer {
    let (s, sub) = (c.str(0)?, c.str(1)?);
    let mut rest = &s[..];
    while !sub.is_empty()
        && let Some(r) = rest.strip_prefix(&sub[..])
    {
        rest = r;
    }
    Ok(Value::string(rest))
}

fn remove_suffix(c: &mut Call<'_>) -> Answer {
    let (s, sub) = (c.str(0)?, c.str(1)?);
    let mut rest = &s[..];
    while !sub.is_empty()
        && let Some(r) = rest.strip_suffix(&sub[..])
    {
        rest = r;
    }
    Ok(Value::string(rest))
}
