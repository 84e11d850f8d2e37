//! The local calendar: formats and parses times, and finds the starts of days.
use jiff::civil::Date;
use jiff::fmt::strtime::{BrokenDownTime, Config, PosixCustom};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// The maximum length of a text from `strftime`, in bytes.
const MAX_TEXT: usize = 127;

/// Formats a time with `strftime` in the local time zone. `None` if the text is empty or longer than [`MAX_TEXT`], or
/// if the time is outside the calendar's range (before the year -9999 or after 9999).
pub(crate) fn format(format: &[u8], seconds: i64) -> Option<String> {
    format_in(TimeZone::system(), format, seconds)
}

/// Parses a local time with `strptime`, in seconds since the epoch. Fields that the format leaves out are those of
/// 1970-01-01 00:00:00. Text after the end of the format is ignored, as is a UTC offset (`%z`).
pub(crate) fn parse(format: &[u8], text: &[u8]) -> Option<f64> {
    parse_in(TimeZone::system(), format, text)
}

/// Returns the start of the local day that contains `seconds`.
pub(crate) fn midnight(seconds: i64) -> Option<f64> {
    let day = moment(TimeZone::system(), seconds)?.start_of_day().ok()?;
    Some(day.timestamp().as_second() as f64)
}

fn moment(zone: TimeZone, seconds: i64) -> Option<Zoned> {
    Some(Timestamp::from_second(seconds).ok()?.to_zoned(zone))
}

fn format_in(zone: TimeZone, format: &[u8], seconds: i64) -> Option<String> {
    // As in C, unknown directives stay in the text, and `%c`, `%x` and the like are those of the C locale.
    let config = Config::new().custom(PosixCustom::new()).lenient(true);
    let text = BrokenDownTime::from(&moment(zone, seconds)?).to_string_with_config(&config, format).ok()?;
    (1..=MAX_TEXT).contains(&text.len()).then_some(text)
}

fn parse_in(zone: TimeZone, format: &[u8], text: &[u8]) -> Option<f64> {
    let (mut parsed, _) = BrokenDownTime::parse_prefix(format, text).ok()?;
    if let Some(t) = parsed.timestamp() {
        return Some(t.as_second() as f64);
    }
    if parsed.hour().is_none() {
        parsed.set_hour(Some(0)).ok()?;
    }
    let date = parsed.to_date().or_else(|_| {
        let (year, month, day) = (parsed.year(), parsed.month(), parsed.day());
        Date::new(year.unwrap_or(1970), month.unwrap_or(1), day.unwrap_or(1))
    });
    let local = date.ok()?.to_datetime(parsed.to_time().ok()?);
    Some(local.to_zoned(zone).ok()?.timestamp().as_second() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// New York's rules: five hours behind UTC, four in summer.
    fn new_york() -> TimeZone {
        TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap()
    }

    #[track_caller]
    fn check_format(zone: TimeZone, format: &str, seconds: i64, expected: Option<&str>) {
        assert_eq!(format_in(zone, format.as_bytes(), seconds).as_deref(), expected, "{format}");
    }

    #[test]
    fn texts_are_those_of_the_c_locale() {
        for (format, expected) in [
            ("%Y-%m-%d-%H:%M:%S", "2024-07-04-12:05:09"),
            (
                "%c | %x | %X | %D | %T | %R",
                "Thu Jul  4 12:05:09 2024 | 07/04/24 | 12:05:09 | 07/04/24 | 12:05:09 | 12:05",
            ),
            ("%a %A %b %B %e %j %u %w %y %C", "Thu Thursday Jul July  4 186 4 4 24 20"),
            ("%I:%M %p, %s, %Z %z", "12:05 PM, 1720094709, UTC +0000"),
            ("100%% at %F%n", "100% at 2024-07-04\n"),
            ("%", "%"),
        ] {
            check_format(TimeZone::UTC, format, 1_720_094_709, Some(expected));
        }
        check_format(new_york(), "%H %Z %z", 1_720_094_709, Some("08 EDT -0400"));
        check_format(TimeZone::UTC, "", 0, None);
        check_format(TimeZone::UTC, &"%Y".repeat(32), 0, None);
        check_format(TimeZone::UTC, "%Y", i64::MAX, None);
    }

    #[track_caller]
    fn check_parse(zone: TimeZone, format: &str, text: &str, expected: Option<f64>) {
        assert_eq!(parse_in(zone, format.as_bytes(), text.as_bytes()), expected, "{format}: {text}");
    }

    #[test]
    fn texts_become_local_times() {
        for (format, text, expected) in [
            ("%Y-%m-%d %H:%M:%S", "2024-07-04 12:05:09", Some(1_720_094_709.0)),
            ("%Y-%m-%d", "2024-07-04", Some(1_720_051_200.0)),
            ("%Y-%m-%d", "2024-07-04 and more", Some(1_720_051_200.0)),
            ("%H:%M", "01:02", Some(3720.0)),
            ("%I %p", "03 PM", Some(54_000.0)),
            ("%Y", "1971", Some(31_536_000.0)),
            ("%b %d %Y", "Feb 29 2000", Some(951_782_400.0)),
            ("%Y %j", "2024 186", Some(1_720_051_200.0)),
            ("%s", "1234567890", Some(1_234_567_890.0)),
            ("%Y-%m-%d %z", "1970-01-02 +0200", Some(86_400.0)),
            ("%Y-%m-%d", "2023-02-29", None),
            ("%Y-%m-%d", "July", None),
        ] {
            check_parse(TimeZone::UTC, format, text, expected);
        }
        check_parse(new_york(), "%Y-%m-%d %H", "2024-07-04 12", Some(1_720_108_800.0));
        check_parse(new_york(), "%Y-%m-%d %H", "2024-01-04 12", Some(1_704_387_600.0));
    }
}
