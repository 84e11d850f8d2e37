//! Strings: joining and splitting here, the rest in modules. Strings are bytes; only ASCII letters count as letters.
mod align;
mod compare;
mod pad;
mod render;
mod search;

use crate::call::{Answer, Call, family};
use crate::slices::{head, part};
use compare::{levenshtein_distance, str_smith_waterman, strcmp};
use pad::{ljust, lstrip, pad_left, rjust, rstrip, string_fill, strip};
use render::{
    Render, hexdump, map_bytes, render, safe_shell_quote, string_to_ascii_hex, swap_case, to_title,
};
pub(super) use search::memmem;
use search::{count_substr, find_str, memrmem, remove_prefix, remove_suffix, strstr, subst_string};
use value::Value;

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
    Ok(Value::string(head(rest, n)))
}

/// Whether a string is non-empty and all its bytes satisfy `is`.
fn all_bytes(c: &mut Call<'_>, is: fn(&u8) -> bool) -> Answer {
    let s = c.str(0)?;
    Ok((!s.is_empty() && s.iter().all(is)).into())
}

fn str_split_indices(c: &mut Call<'_>) -> Answer {
    let (s, cuts) = (c.str(0)?, c.vector(1)?.items());
    if cuts.is_empty() {
        return c.empty_vector("string_vec");
    }
    // Cuts past the end are ignored.
    let mut at: Vec<usize> =
        cuts.iter().flatten().filter_map(Value::as_count).filter_map(|n| usize::try_from(n).ok()).collect();
    at.retain(|&n| n < s.len());
    at.push(0);
    at.sort_unstable();
    at.dedup();
    at.push(s.len());
    let parts =
        at.iter().zip(at.iter().skip(1)).map(|(&from, &to)| Value::string(part(&s, from, to))).collect();
    c.vector_of("string_vec", parts)
}
