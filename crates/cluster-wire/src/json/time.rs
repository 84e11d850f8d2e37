//! Times and intervals in JSON: ISO 8601 in UTC without a zone, and a number with its unit.
use jiff::civil::Date;
use jiff::tz::TimeZone;
use net_types::{Interval, Timestamp, days_from_epoch};
use std::fmt;

const NANOS: i64 = 1_000_000_000;
const DAY: i64 = 86_400;

/// Formats a time as `2022-04-10T07:00:00.000`: with milliseconds, or microseconds if those are not zero. Finer digits
/// are truncated.
pub(super) struct Iso(pub(super) Timestamp);

impl fmt::Display for Iso {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = jiff::Timestamp::from_nanosecond(self.0.nanos().into()).unwrap_or_default();
        let time = TimeZone::UTC.to_datetime(time);
        write!(f, "{}.", time.strftime("%Y-%m-%dT%H:%M:%S"))?;
        match time.subsec_nanosecond() / 1000 {
            micros if micros % 1000 == 0 => write!(f, "{:03}", micros / 1000),
            micros => write!(f, "{micros:06}"),
        }
    }
}

/// Formats an interval as a whole number in the largest possible unit of `s`, `ms`, `us` and `ns`.
pub(super) struct Span(pub(super) Interval);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.nanos();
        let units = [(NANOS, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")];
        let (size, unit) = units.into_iter().find(|(size, _)| nanos % size == 0).unwrap_or((1, "ns"));
        write!(f, "{}{unit}", nanos / size)
    }
}

/// Parses `YYYY-MM-DDTHH:MM:SS` with up to nine decimals and an optional `Z`.
pub(super) fn timestamp(text: &str) -> Option<Timestamp> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, time) = text.split_once('T')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [year, month, day] = numbers(date, '-')?;
    let [hour, min, sec] = numbers(time, ':')?;
    Date::new(year as i16, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    if hour > 23 || min > 59 || sec > 60 || year == 0 {
        return None;
    }
    let secs = days_from_epoch(year, month, day) * DAY + hour * 3600 + min * 60 + sec;
    let nanos = decimals(fraction, 9)?;
    secs.checked_mul(NANOS)?.checked_add(nanos).map(Timestamp::from_nanos)
}

/// Parses a number, with optional sign and decimals, and its unit: `ns`, `us`, `ms`, `s`, `min`, `h` or `d`.
pub(super) fn interval(text: &str) -> Option<Interval> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let size = match unit {
        "ns" => 1,
        "us" => 1_000,
        "ms" => 1_000_000,
        "s" => NANOS,
        "min" => 60 * NANOS,
        "h" => 3600 * NANOS,
        "d" => DAY * NANOS,
        _ => return None,
    };
    let (negative, number) = number.strip_prefix('-').map_or((false, number), |n| (true, n));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) {
        return None;
    }
    // i128 holds the smallest interval, whose magnitude exceeds an i64.
    let size = i128::from(size);
    let nanos = whole.parse::<i128>().ok()?.checked_mul(size)?
        + i128::from(decimals(fraction, 9)?) * size / 1_000_000_000;
    i64::try_from(if negative { -nanos } else { nanos }).ok().map(Interval::from_nanos)
}

/// Parses three numbers between separators.
fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(|part| {
        let digits = (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse().ok()).flatten()
    });
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

/// Parses the digits after a decimal point as a number with `places` digits.
fn decimals(text: &str, places: usize) -> Option<i64> {
    if text.len() > places || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let missing = (places - text.len()) as u32;
    Some(if text.is_empty() { 0 } else { text.parse::<i64>().ok()? * 10i64.pow(missing) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_time(text: &str, nanos: i64) {
        assert_eq!(timestamp(text), Some(Timestamp::from_nanos(nanos)), "{text}");
        assert_eq!(Iso(Timestamp::from_nanos(nanos)).to_string(), text);
    }

    #[test]
    fn times_both_ways() {
        check_time("1970-01-01T01:18:31.000", 4711 * NANOS);
        check_time("2023-04-18T12:13:14.000", 1_681_819_994 * NANOS);
        check_time("2000-02-29T23:59:59.123456", 951_868_799_123_456_000);
        check_time("1969-12-31T23:59:59.999", -1_000_000);
        check_time("1900-03-01T00:00:00.000", -2_203_891_200 * NANOS);
    }

    #[test]
    fn every_day_of_the_range_comes_back() {
        for day in (i64::MIN / NANOS / DAY)..=(i64::MAX / NANOS / DAY) {
            let time = Timestamp::from_nanos(day * DAY * NANOS);
            assert_eq!(timestamp(&Iso(time).to_string()), Some(time));
        }
    }

    #[test]
    fn texts_that_are_no_times() {
        for text in [
            "",
            "T",
            "2023-02-29T00:00:00",
            "2023-01-01",
            "2023-13-01T00:00:00",
            "2023-01-01T24:00:00",
            "2023-01-01T00:00:00.1234567890",
            "2023-01-01T00:00:00.+1",
            "3000-01-01T00:00:00",
            "+123-01-01T00:00:00",
        ] {
            assert_eq!(timestamp(text), None, "{text}");
        }
        assert_eq!(timestamp("1970-01-01T00:00:01Z"), Some(Timestamp::from_nanos(NANOS)));
    }

    fn check_span(text: &str, nanos: i64, shown: &str) {
        assert_eq!(interval(text), Some(Interval::from_nanos(nanos)), "{text}");
        assert_eq!(Span(Interval::from_nanos(nanos)).to_string(), shown);
        assert_eq!(interval(shown), Some(Interval::from_nanos(nanos)), "{shown}");
    }

    #[test]
    fn spans_both_ways() {
        check_span("1500ms", 1_500_000_000, "1500ms");
        check_span("-1.5s", -1_500_000_000, "-1500ms");
        check_span("2min", 120 * NANOS, "120s");
        check_span("1h", 3600 * NANOS, "3600s");
        check_span("1d", DAY * NANOS, "86400s");
        check_span("7us", 7_000, "7us");
        check_span("-9223372036854775808ns", i64::MIN, "-9223372036854775808ns");
        check_span("0s", 0, "0s");
        for text in ["", "s", "1", "1x", "--1s", "9223372036854775808ns", "1.s.s", "1 s"] {
            assert_eq!(interval(text), None, "{text}");
        }
    }
}
