//! Arithmetic, and conversions between numbers, times and text.
use crate::call::{Answer, Call, Stop, family};
use crate::slices::tail;
use value::Value;
use value::c_text::is_space;

family! {
    "floor" => |c| math(c, f64::floor),
    "ceil" => |c| math(c, f64::ceil),
    "sqrt" => sqrt,
    "exp" => |c| math(c, f64::exp),
    "ln" => |c| math(c, f64::ln),
    "log2" => |c| math(c, f64::log2),
    "log10" => |c| math(c, f64::log10),
    "pow" => |c| Ok(c.double(0)?.powf(c.double(1)?).into()),
    "int_to_count" => int_to_count,
    "int_to_double" => |c| Ok((c.int(0)? as f64).into()),
    "count_to_double" => |c| Ok((c.count(0)? as f64).into()),
    "double_to_int" => |c| Ok((rint(c.double(0)?) as i64).into()),
    "double_to_count" => double_to_count,
    "double_to_time" => |c| Ok(Value::Time(c.double(0)?)),
    "double_to_interval" => |c| Ok(Value::Interval(c.double(0)?)),
    "time_to_double" => |c| Ok(c.double(0)?.into()),
    "interval_to_double" => |c| Ok(c.double(0)?.into()),
    "enum_to_int" => enum_to_int,
    "to_int" => to_int,
    "to_count" => to_count,
    "to_double" => to_double,
    "bytestring_to_double" => bytestring_to_double,
    "bytestring_to_float" => bytestring_to_float,
    "bytestring_to_count" => bytestring_to_count,
    "haversine_distance" => haversine_distance,
}

fn math(c: &mut Call<'_>, f: fn(f64) -> f64) -> Answer {
    Ok(f(c.double(0)?).into())
}

fn sqrt(c: &mut Call<'_>) -> Answer {
    let x = c.double(0)?;
    if x < 0.0 {
        c.report("negative sqrt argument");
        return Ok((-1.0).into());
    }
    Ok(x.sqrt().into())
}

/// Rounds to the nearest integer, ties to even.
fn rint(x: f64) -> f64 {
    x.round_ties_even()
}

fn int_to_count(c: &mut Call<'_>) -> Answer {
    let n = c.int(0)?;
    Ok(u64::try_from(n)
        .unwrap_or_else(|_| {
            c.error_on("bad conversion to count", 0);
            0
        })
        .into())
}

fn double_to_count(c: &mut Call<'_>) -> Answer {
    let x = c.double(0)?;
    if x < 0.0 {
        c.error_on("bad conversion to count", 0);
    }
    Ok((rint(x) as u64).into())
}

fn enum_to_int(c: &mut Call<'_>) -> Answer {
    match c.arg(0).as_enum() {
        Some(n) => Ok(n.into()),
        None => {
            c.error("enum_to_int() requires enum value");
            Ok((-1_i64).into())
        }
    }
}

/// The number that C's `strtoull` would read at the start of a text, and the rest.
struct Scanned<'a> {
    negative: bool,
    /// The magnitude; `None` if it needs more than 64 bits.
    magnitude: Option<u64>,
    rest: &'a [u8],
}

fn scan_integer(s: &[u8], base: u64) -> Scanned<'_> {
    let nothing = Scanned { negative: false, magnitude: Some(0), rest: s };
    let mut at = s.iter().take_while(|b| is_space(**b)).count();
    let negative = s.get(at) == Some(&b'-');
    if matches!(s.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let has_0x = s.get(at) == Some(&b'0')
        && matches!(s.get(at + 1), Some(b'x' | b'X'))
        && s.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        0 if has_0x => 16,
        0 if s.get(at) == Some(&b'0') => 8,
        0 => 10,
        2..=36 => base as u32,
        _ => return nothing,
    };
    if base == 16 && has_0x {
        at += 2;
    }
    let from = at;
    let mut magnitude = Some(0_u64);
    while let Some(d) = s.get(at).and_then(|&b| char::from(b).to_digit(base)) {
        magnitude = magnitude.and_then(|n| n.checked_mul(u64::from(base))?.checked_add(u64::from(d)));
        at += 1;
    }
    if at == from {
        return nothing;
    }
    Scanned { negative, magnitude, rest: tail(s, at) }
}

fn to_int(c: &mut Call<'_>) -> Answer {
    let (s, base) = (c.c_str(0)?, c.count(1)?);
    let n = scan_integer(&s, base);
    if s.is_empty() || !n.rest.iter().all(|&b| is_space(b)) {
        c.error_on("bad conversion to integer", 0);
    }
    let limit = if n.negative { i64::MIN } else { i64::MAX };
    let value = n
        .magnitude
        .and_then(|m| if n.negative { 0_i64.checked_sub_unsigned(m) } else { i64::try_from(m).ok() });
    Ok(value.unwrap_or(limit).into())
}

fn to_count(c: &mut Call<'_>) -> Answer {
    let (s, base) = (c.c_str(0)?, c.count(1)?);
    let n = scan_integer(&s, base);
    if s.is_empty() || !n.rest.iter().all(|&b| is_space(b)) {
        c.error_on("bad conversion to count", 0);
        return Ok(0_u64.into());
    }
    let value = match n.magnitude {
        Some(m) if n.negative => m.wrapping_neg(),
        Some(m) => m,
        None => u64::MAX,
    };
    Ok(value.into())
}

/// Parses the number that C's `strtod` would read at the start of a text. Returns it with the rest.
fn scan_double(s: &[u8]) -> Option<(f64, &[u8])> {
    let skipped = s.iter().take_while(|b| is_space(**b)).count();
    let body = tail(s, skipped);
    let text = body.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    // Take the longest prefix that is a number. Numbers are short, so try at most 400 bytes.
    let longest = text.len().min(400);
    (1..=longest)
        .rev()
        .filter_map(|n| text.get(..n))
        .find_map(|t| Some((hex_float(t).or_else(|| t.parse().ok())?, tail(body, t.len()))))
}

/// Parses a hexadecimal integer such as `0x1F`.
fn hex_float(s: &str) -> Option<f64> {
    let (negative, s) = s.strip_prefix('-').map_or((false, s), |s| (true, s));
    let digits = s.strip_prefix("0x").or_else(|| s.strip_prefix("0X"))?;
    let n = u64::from_str_radix(digits, 16).ok()? as f64;
    Some(if negative { -n } else { n })
}

fn to_double(c: &mut Call<'_>) -> Answer {
    let s = c.c_str(0)?;
    match scan_double(&s) {
        Some((x, b"")) => Ok(x.into()),
        _ => {
            c.error_on("bad conversion to double", 0);
            Ok(0.0.into())
        }
    }
}

fn exactly<const N: usize>(c: &mut Call<'_>, what: &str) -> Result<Option<[u8; N]>, Stop> {
    let bytes = <[u8; N]>::try_from(&c.str(0)?[..]).ok();
    if bytes.is_none() {
        c.error(&format!("bad conversion to {what}"));
    }
    Ok(bytes)
}

fn bytestring_to_double(c: &mut Call<'_>) -> Answer {
    Ok(exactly(c, "double")?.map_or(0.0, f64::from_be_bytes).into())
}

fn bytestring_to_float(c: &mut Call<'_>) -> Answer {
    Ok(exactly(c, "float")?.map_or(0.0, |b| f64::from(f32::from_be_bytes(b))).into())
}

fn bytestring_to_count(c: &mut Call<'_>) -> Answer {
    let (s, little_endian) = (c.str(0)?, c.flag(1)?);
    if s.len() > 8 {
        c.error("unsupported byte length for bytestring_to_count");
        return Ok(0_u64.into());
    }
    let grow = |n: u64, b: &u8| n << 8 | u64::from(*b);
    let n = if little_endian { s.iter().rev().fold(0, grow) } else { s.iter().fold(0, grow) };
    Ok(n.into())
}

/// Returns the distance in miles between two points on a sphere of the Earth's mean radius, with π to five places.
fn haversine_distance(c: &mut Call<'_>) -> Answer {
    #[expect(
        clippy::approx_constant,
        reason = "results are compared digit by digit with those of five places"
    )]
    const PI: f64 = 3.14159;
    const RADIUS: f64 = 3958.8;
    let (lat1, long1, lat2, long2) = (c.double(0)?, c.double(1)?, c.double(2)?, c.double(3)?);
    let half = |degrees: f64| (degrees * PI / 360.0).sin().powi(2);
    let cos = |degrees: f64| (degrees * PI / 180.0).cos();
    let a = half(lat2 - lat1) + cos(lat1) * cos(lat2) * half(long2 - long1);
    Ok((2.0 * RADIUS * a.sqrt().asin()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_scanned_as_c_does() {
        for (s, base, magnitude, negative, rest) in [
            ("12", 10, Some(12), false, ""),
            (" -7 x", 10, Some(7), true, " x"),
            ("0x1f", 16, Some(31), false, ""),
            ("0x1f", 0, Some(31), false, ""),
            ("017", 0, Some(15), false, ""),
            ("0xg", 16, Some(0), false, "xg"),
            ("z", 10, Some(0), false, "z"),
            ("99999999999999999999", 10, None, false, ""),
        ] {
            let n = scan_integer(s.as_bytes(), base);
            assert_eq!((n.magnitude, n.negative, n.rest), (magnitude, negative, rest.as_bytes()), "{s}");
        }
    }

    #[test]
    fn doubles_are_scanned_from_the_start() {
        assert_eq!(scan_double(b"3.5e2x"), Some((350.0, &b"x"[..])));
        assert_eq!(scan_double(b"0x10"), Some((16.0, &b""[..])));
        assert_eq!(scan_double(b"."), None);
    }
}
