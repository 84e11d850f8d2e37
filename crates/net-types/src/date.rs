//! Dates of the Gregorian calendar.
use jiff::civil::{Date, date};

const EPOCH: Date = date(1970, 1, 1);

/// Days from 1970-01-01 to a date. Months and days count from 1; those beyond their range carry over. Years are limited to
/// -9999 to 9999.
#[must_use]
pub fn days_from_epoch(year: i64, month: i64, day: i64) -> i64 {
    let months = month - 1;
    let year = year.saturating_add(months.div_euclid(12)).clamp(-9999, 9999);
    let first = Date::new(year as i16, months.rem_euclid(12) as i8 + 1, 1).unwrap_or(EPOCH);
    first.duration_since(EPOCH).as_hours() / 24 + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_dates() {
        for (year, month, day, expected) in [
            (1970, 1, 1, 0),
            (1969, 12, 31, -1),
            (2000, 2, 29, 11_016),
            (2000, 3, 1, 11_017),
            (1900, 3, 1, -25_508),
            (1601, 1, 1, -134_774),
            (2023, 2, 29, 19_417),
            (2022, 14, 29, 19_417),
            (2023, -10, 1, 19_024),
            (2023, 0, 31, 19_357),
            (20_000, 1, 1, 2_932_532),
        ] {
            assert_eq!(days_from_epoch(year, month, day), expected, "{year}-{month}-{day}");
        }
    }
}
