//! Formats times.
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// How a time is shown.
pub(crate) struct TimeFormat {
    format: String,
    zone: TimeZone,
}

impl TimeFormat {
    /// In UTC.
    pub(crate) fn utc(format: String) -> Self {
        TimeFormat { format, zone: TimeZone::UTC }
    }

    /// In the machine's time zone.
    pub(crate) fn local(format: String) -> Self {
        TimeFormat { format, zone: TimeZone::system() }
    }

    /// Formats a cell of seconds since 1970; a cell that is not a number passes through unchanged.
    pub(crate) fn cell(&self, cell: &[u8]) -> Vec<u8> {
        let seconds =
            std::str::from_utf8(cell).ok().and_then(|s| s.split('.').next()).and_then(|s| s.parse().ok());
        match seconds.and_then(|s| Timestamp::from_second(s).ok()) {
            Some(t) => t.to_zoned(self.zone.clone()).strftime(&self.format).to_string().into_bytes(),
            None => cell.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_without_a_time_pass_through() {
        assert_eq!(TimeFormat::utc("%Y".to_owned()).cell(b"-"), b"-");
        assert_eq!(TimeFormat::utc("%Y".to_owned()).cell(b"1600000000.123456"), b"2020");
    }
}
