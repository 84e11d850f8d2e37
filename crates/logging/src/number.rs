//! Numbers as logs show them.
use std::io::Write;

/// Appends seconds with exactly six decimals, rounded half to even, as for a `time` or `interval`. Above 2^31 - 1 in
/// exponent form, with up to 17 digits.
pub fn write_fixed6(out: &mut Vec<u8>, d: f64) {
    if !d.is_finite() {
        return non_finite(out, d);
    }
    let abs = d.abs();
    if abs > 2_147_483_647.0 {
        return exponential(out, d);
    }
    let mut whole = abs as u64;
    let scaled = (abs - whole as f64) * 1e6;
    let mut frac = scaled as u64;
    let rest = scaled - frac as f64;
    if rest > 0.5 || (rest == 0.5 && frac % 2 == 1) {
        frac += 1;
        if frac == 1_000_000 {
            frac = 0;
            whole += 1;
        }
    }
    if d < 0.0 {
        out.push(b'-');
    }
    // Both parts are formatted as one number, with a leading 1 if the whole part is zero: that keeps the zeros between.
    let mut digits = itoa::Buffer::new();
    let text = digits.format(if whole == 0 { 1_000_000 + frac } else { whole * 1_000_000 + frac });
    let (whole_digits, decimals) = text.as_bytes().split_at(text.len() - 6);
    out.extend_from_slice(if whole == 0 { b"0" } else { whole_digits });
    out.push(b'.');
    out.extend_from_slice(decimals);
}

/// Appends a `double`: at most six decimals, no trailing zeros, `.0` on whole numbers, never an exponent. Zero has no
/// sign, but a negative number that rounds to zero does.
pub fn write_double(out: &mut Vec<u8>, d: f64) {
    if !d.is_finite() {
        return non_finite(out, d);
    }
    let d = if d == 0.0 { 0.0 } else { d };
    // Writing to a Vec cannot fail.
    let _ = write!(out, "{d:.6}");
    while out.last() == Some(&b'0') {
        out.pop();
    }
    if out.last() == Some(&b'.') {
        out.push(b'0');
    }
}

fn non_finite(out: &mut Vec<u8>, d: f64) {
    let text: &[u8] = match (d.is_nan(), d > 0.0) {
        (true, _) => b"nan",
        (false, true) => b"inf",
        (false, false) => b"-inf",
    };
    out.extend_from_slice(text);
}

/// Appends 17 digits without trailing zeros, and an exponent as C writes it: a sign and at least two digits.
fn exponential(out: &mut Vec<u8>, d: f64) {
    let text = format!("{d:.16e}");
    let (mantissa, exp) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let (sign, digits) = exp.strip_prefix('-').map_or(('+', exp), |e| ('-', e));
    let _ = write!(out, "{mantissa}e{sign}{digits:0>2}");
}

/// Appends a number in JSON: the shortest text that parses to the same double, with `.0` on whole numbers; `null` for
/// infinity and NaN.
pub fn write_json_double(out: &mut Vec<u8>, d: f64) {
    if !d.is_finite() {
        out.extend_from_slice(b"null");
        return;
    }
    let exp = if d == 0.0 { 0 } else { d.abs().log10().floor() as i32 };
    if (-6..21).contains(&exp) {
        let start = out.len();
        let _ = write!(out, "{d}");
        if !out[start..].contains(&b'.') {
            out.extend_from_slice(b".0");
        }
    } else {
        let _ = write!(out, "{d:e}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(f: fn(&mut Vec<u8>, f64), d: f64, expected: &str) {
        let mut out = Vec::new();
        f(&mut out, d);
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn fixed6() {
        check(write_fixed6, 1_362_692_526.869_344, "1362692526.869344");
        check(write_fixed6, 0.000_000_4, "0.000000");
        check(write_fixed6, -1.5, "-1.500000");
        check(write_fixed6, 0.000_12, "0.000120");
        check(write_fixed6, 7.05, "7.050000");
        check(write_fixed6, -10.000_001, "-10.000001");
        check(write_fixed6, 0.999_999_6, "1.000000");
        check(write_fixed6, 5e9, "5e+09");
        check(write_fixed6, 2_385_642_157.0, "2.385642157e+09");
        check(write_fixed6, 7_268_606_961_847_846_900.0, "7.2686069618478469e+18");
        check(write_fixed6, f64::NAN, "nan");
    }

    #[test]
    fn double() {
        check(write_double, 3.0, "3.0");
        check(write_double, 0.25, "0.25");
        check(write_double, 1e15, "1000000000000000.0");
        check(write_double, -0.0, "0.0");
        check(write_double, -1e-9, "-0.0");
        check(write_double, f64::NEG_INFINITY, "-inf");
    }

    #[test]
    fn json() {
        check(write_json_double, 1_320_279_554.496_424, "1320279554.496424");
        check(write_json_double, 2.0, "2.0");
        check(write_json_double, 0.0, "0.0");
        check(write_json_double, 1e22, "1e22");
        check(write_json_double, f64::INFINITY, "null");
    }
}
