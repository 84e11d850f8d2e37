//! Numbers in the formats of C's `printf`, which scripts request through `fmt` and which logs use.

/// Flags, width and precision of a conversion.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spec {
    pub(crate) left: bool,
    pub(crate) zeros: bool,
    pub(crate) width: usize,
    pub(crate) precision: Option<usize>,
}

impl Spec {
    fn pad(self, digits: String) -> String {
        let missing = self.width.saturating_sub(digits.len());
        if missing == 0 {
            return digits;
        }
        if self.left {
            return digits + &" ".repeat(missing);
        }
        if self.zeros {
            let (sign, rest) = digits.split_at(usize::from(digits.starts_with('-')));
            return format!("{sign}{}{rest}", "0".repeat(missing));
        }
        " ".repeat(missing) + &digits
    }

    /// Formats as `%llu`.
    pub(crate) fn unsigned(self, n: u64) -> String {
        self.pad(n.to_string())
    }

    /// Formats as `%lld`.
    pub(crate) fn signed(self, n: i64) -> String {
        self.pad(n.to_string())
    }

    /// Formats as `%llx`.
    pub(crate) fn hex(self, n: u64) -> String {
        self.pad(format!("{n:x}"))
    }

    /// Formats as `%e`, `%f` or `%g`.
    pub(crate) fn float(self, conversion: u8, x: f64) -> String {
        if !x.is_finite() {
            // Infinities and NaN are not padded with zeros.
            return Spec { zeros: false, ..self }.pad(not_finite(x).to_owned());
        }
        let precision = self.precision.unwrap_or(6);
        self.pad(match conversion {
            b'e' => exponential(x, precision),
            b'f' => {
                let mut out = Vec::with_capacity(24);
                fixed(x, precision, &mut out);
                String::from_utf8(out).unwrap_or_default()
            }
            _ => general(x, precision),
        })
    }
}

fn not_finite(x: f64) -> &'static str {
    match (x.is_nan(), x.is_sign_negative()) {
        (true, false) => "nan",
        (true, true) => "-nan",
        (false, false) => "inf",
        (false, true) => "-inf",
    }
}

/// Formats as `%f`. Numbers that are neither large nor near the midpoint between two results are scaled and rounded as
/// integers, which is several times as fast as the exact way.
pub(crate) fn fixed(x: f64, precision: usize, out: &mut Vec<u8>) {
    const SCALES: [u64; 10] =
        [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
    let Some(&scale) = SCALES.get(precision) else { return exactly(x, precision, out) };
    let scaled = x.abs() * scale as f64;
    let n = scaled as u64;
    let rest = scaled - n as f64;
    // Below 2^40 the product is off by less than 2^-13.
    if scaled >= (1u64 << 40) as f64 || (rest - 0.5).abs() < 1e-3 {
        return exactly(x, precision, out);
    }
    let n = n + u64::from(rest > 0.5);
    if x.is_sign_negative() {
        out.push(b'-');
    }
    value::print::decimal(n / scale, out);
    if precision > 0 {
        out.push(b'.');
        let from = out.len();
        value::print::decimal(scale + n % scale, out);
        // The leading digit kept the zeros after it.
        out.remove(from);
    }
}

fn exactly(x: f64, precision: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("{x:.precision$}").as_bytes());
}

fn exponential(x: f64, precision: usize) -> String {
    let s = format!("{x:.precision$e}");
    let (digits, exponent) = s.split_once('e').unwrap_or((&s, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |e| ('-', e));
    format!("{digits}e{sign}{exponent:0>2}")
}

fn general(x: f64, precision: usize) -> String {
    let precision = precision.max(1);
    // As in C, the exponent that `%e` would print decides, after rounding.
    let e = exponential(x, precision - 1);
    let exponent: i64 = e.rsplit_once('e').and_then(|(_, n)| n.parse().ok()).unwrap_or(0);
    if exponent < -4 || exponent >= precision as i64 {
        let (digits, tail) = e.split_once('e').unwrap_or((&e, "+00"));
        return format!("{}e{tail}", without_zeros(digits));
    }
    let places = (precision as i64 - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{x:.places$}")).to_owned()
}

fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(conversion: u8, precision: Option<usize>, x: f64, expected: &str) {
        assert_eq!(Spec { precision, ..Spec::default() }.float(conversion, x), expected);
    }

    #[test]
    fn floats_are_as_printf_has_them() {
        check(b'e', None, 3.1e10, "3.100000e+10");
        check(b'e', Some(2), 0.000_123, "1.23e-04");
        check(b'e', None, 1e-300, "1.000000e-300");
        check(b'f', Some(3), 2.5, "2.500");
        check(b'f', None, -0.0, "-0.000000");
        check(b'f', Some(2), 1.005, "1.00");
        check(b'f', Some(2), 0.125, "0.12");
        check(b'f', Some(1), 0.25, "0.2");
        check(b'f', Some(3), -1234.5678, "-1234.568");
        check(b'f', Some(0), 0.5, "0");
        check(b'f', Some(0), 1.5, "2");
        check(b'f', Some(2), 1e15, "1000000000000000.00");
        check(b'f', Some(2), 0.049, "0.05");
        check(b'g', None, 100_000.0, "100000");
        check(b'g', None, 1_000_000.0, "1e+06");
        check(b'g', None, 999_999.5, "1e+06");
        check(b'g', None, 0.0001, "0.0001");
        check(b'g', None, 0.000_01, "1e-05");
        check(b'g', Some(3), 2.0, "2");
        check(b'g', None, 0.0, "0");
        check(b'f', None, f64::INFINITY, "inf");
    }

    #[test]
    fn widths_pad_by_their_flags() {
        let spec = Spec { width: 6, ..Spec::default() };
        assert_eq!(spec.signed(-42), "   -42");
        assert_eq!(Spec { zeros: true, ..spec }.signed(-42), "-00042");
        assert_eq!(Spec { left: true, ..spec }.unsigned(7), "7     ");
        assert_eq!(Spec { zeros: true, ..spec }.hex(255), "0000ff");
    }
}
