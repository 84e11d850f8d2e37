//! Numbers and times as people read them.
use jiff::Timestamp;

/// `1,234,567`
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Bytes with a unit: `1.5 MB`.
pub(crate) fn bytes(n: f64) -> String {
    scaled(n, 1000.0, &["B", "kB", "MB", "GB", "TB", "PB"])
}

/// Bits a second: `12.3 Mb/s`.
pub(crate) fn rate(bits: f64) -> String {
    scaled(bits, 1000.0, &["b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"])
}

/// A number with a letter for its size: `1.2 M`.
pub(crate) fn short(n: f64) -> String {
    scaled(n, 1000.0, &["", "k", "M", "G", "T"]).trim_end().to_owned()
}

fn scaled(mut n: f64, step: f64, units: &[&str]) -> String {
    let mut units = units.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    for next in units {
        if n.abs() < step {
            break;
        }
        n /= step;
        unit = next;
    }
    if n.fract() == 0.0 || n.abs() >= 100.0 { format!("{n:.0} {unit}") } else { format!("{n:.1} {unit}") }
}

/// A time in UTC: `2026-11-23 12:34:56`; empty if it is out of range.
pub(crate) fn time(seconds: f64) -> String {
    at(seconds).map_or(String::new(), |t| t.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// A time in UTC, short enough for an axis: with its day if `days`.
pub(crate) fn tick(seconds: f64, days: bool) -> String {
    let form = if days { "%m-%d %H:%M" } else { "%H:%M:%S" };
    at(seconds).map_or(String::new(), |t| t.strftime(form).to_string())
}

fn at(seconds: f64) -> Option<Timestamp> {
    if !seconds.is_finite() || seconds.abs() > 1e11 {
        return None;
    }
    Timestamp::from_second(seconds.floor() as i64).ok()
}

/// Seconds since the epoch that a person typed: a number, or `2026-11-23`, `2026-11-23 12:34` or with seconds, in UTC.
pub(crate) fn typed_time(text: &str) -> Option<f64> {
    let text = text.trim().trim_end_matches('Z').replace('T', " ");
    if let Ok(n) = text.parse::<f64>() {
        return n.is_finite().then_some(n);
    }
    let whole = match text.len() {
        10 => format!("{text} 00:00:00"),
        16 => format!("{text}:00"),
        _ => text,
    };
    let zoned = jiff::civil::DateTime::strptime("%Y-%m-%d %H:%M:%S", &whole).ok()?;
    zoned.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|z| z.timestamp().as_second() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        assert_eq!((count(1_234_567), count(999), count(0)), ("1,234,567".into(), "999".into(), "0".into()));
        assert_eq!((bytes(1500.0), bytes(3.0), rate(2e9)), ("1.5 kB".into(), "3 B".into(), "2 Gb/s".into()));
        assert_eq!((short(1234.0), short(7.0)), ("1.2 k".into(), "7".into()));
        assert_eq!(time(1_300_475_167.5), "2011-03-18 19:06:07");
        for text in ["2011-03-18 19:06:07", "2011-03-18T19:06:07Z", "1300475167"] {
            assert_eq!(typed_time(text), Some(1_300_475_167.0), "{text}");
        }
        assert_eq!((typed_time("yesterday"), typed_time("2011-03-18").is_some()), (None, true));
    }
}
