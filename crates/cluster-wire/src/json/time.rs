//! Times and spans as JSON has them: ISO 8601 in UTC without a zone, and a number with its unit.
use net_types::{Interval, Timestamp};
use std::fmt;

const NANOS: i64 = 1_000_000_000;
const DAY: i64 = 86_400;

/// Shows `2022-04-10T07:00:00.000`: milliseconds, or microseconds where they are not zero; the rest is cut.
pub(super) struct Iso(pub(super) Timestamp);

impl fmt::Display for Iso {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (secs, nanos) = (self.0.nanos().div_euclid(NANOS), self.0.nanos().rem_euclid(NANOS));
        let ((year, month, day), time) = (date(secs.div_euclid(DAY)), secs.rem_euclid(DAY));
        let (hour, min, sec) = (time / 3600, time / 60 % 60, time % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{min:02}:{sec:02}.")?;
        match nanos / 1000 {
            micros if micros % 1000 == 0 => write!(f, "{:03}", micros / 1000),
            micros => write!(f, "{micros:06}"),
        }
    }
}

/// Shows a span in the largest of `s`, `ms`, `us` and `ns` that has no fraction.
pub(super) struct Span(pub(super) Interval);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.nanos();
        let units = [(NANOS, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")];
        let (size, unit) = units.into_iter().find(|(size, _)| nanos % size == 0).unwrap_or((1, "ns"));
        write!(f, "{}{unit}", nanos / size)
    }
}

/// Reads `YYYY-MM-DDTHH:MM:SS` with up to nine decimals, and with `Z` or nothing after it.
pub(super) fn timestamp(text: &str) -> Option<Timestamp> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, time) = text.split_once('T')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [year, month, day] = numbers(date, '-')?;
    let [hour, min, sec] = numbers(time, ':')?;
    let in_month = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    if !in_month || hour > 23 || min > 59 || sec > 60 || !(1..=9999).contains(&year) {
        return None;
    }
    let secs = days(year, month, day) * DAY + hour * 3600 + min * 60 + sec;
    let nanos = decimals(fraction, 9)?;
    secs.checked_mul(NANOS)?.checked_add(nanos).map(Timestamp::from_nanos)
}

/// Reads a number, maybe with a sign and decimals, and its unit: `ns`, `us`, `ms`, `s`, `min`, `h` or `d`.
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
    // Wide enough for the smallest interval, whose magnitude an i64 has no room for.
    let size = i128::from(size);
    let nanos = whole.parse::<i128>().ok()?.checked_mul(size)?
        + i128::from(decimals(fraction, 9)?) * size / 1_000_000_000;
    i64::try_from(if negative { -nanos } else { nanos }).ok().map(Interval::from_nanos)
}

/// Three numbers between separators.
fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(|part| {
        let digits = (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse().ok()).flatten()
    });
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

/// The digits after a point as a number of `places` digits.
fn decimals(text: &str, places: usize) -> Option<i64> {
    if text.len() > places || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let missing = (places - text.len()) as u32;
    Some(if text.is_empty() { 0 } else { text.parse::<i64>().ok()? * 10i64.pow(missing) })
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days before a year, counted from the first of March of year 0, so that a leap day ends its year.
fn days_before(year: i64) -> i64 {
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400)
}

/// Days from the first of March to the first of the month that is `n` months later.
fn days_to_month(n: i64) -> i64 {
    (153 * n + 2) / 5
}

/// Days between the first of March of year 0 and the first of January of 1970.
const EPOCH: i64 = 719_468;

/// Days since the epoch of a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    days_before(year) + days_to_month(month) + day - 1 - EPOCH
}

/// The date of a day since the epoch.
fn date(day: i64) -> (i64, i64, i64) {
    let day = day + EPOCH;
    // A first guess from the mean length of a year, at most one too high.
    let mut year = (day * 400).div_euclid(146_097);
    if days_before(year) > day {
        year -= 1;
    }
    if days_before(year + 1) <= day {
        year += 1;
    }
    let in_year = day - days_before(year);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - days_to_month(month) + 1;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
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
    fn every_day_for_centuries_comes_back() {
        let (mut year, mut month, mut of_month) = (1677, 10, 1);
        for day in days(1677, 10, 1)..days(2262, 1, 1) {
            assert_eq!(date(day), (year, month, of_month));
            assert_eq!(days(year, month, of_month), day);
            of_month += 1;
            if of_month > days_in(year, month) {
                (of_month, month) = (1, month + 1);
            }
            if month > 12 {
                (month, year) = (1, year + 1);
            }
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
