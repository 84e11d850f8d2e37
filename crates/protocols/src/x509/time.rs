//! Parses the times of certificates (RFC 5280, 4.1.2.5).
use super::Anomaly;
use crate::asn1::Element;
use net_types::days_from_epoch;

const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// A time in seconds since the Unix epoch.
pub fn seconds(time: &Element<'_>) -> Result<i64, Anomaly> {
    let text = time.content;
    let (century, head) = match time.tag {
        UTC_TIME => {
            if !(11..=17).contains(&text.len()) {
                return Err(Anomaly::UtcLength);
            }
            if text.last() != Some(&b'Z') {
                return Err(Anomaly::UtcFormat);
            }
            // Two-digit years stand for 1950 to 2049.
            (Some(if text.first() < Some(&b'5') { 20 } else { 19 }), 10)
        }
        GENERALIZED_TIME => {
            if !(12..=23).contains(&text.len()) {
                return Err(Anomaly::GeneralizedLength);
            }
            (None, 12)
        }
        _ => return Err(Anomaly::TimeType),
    };
    let (digits, mut rest) = text.split_at(head.min(text.len()));
    let mut pairs = digits.chunks_exact(2).map(pair);
    let mut next = || pairs.next().unwrap_or_default();
    let century = century.unwrap_or_else(&mut next);
    let year = century * 100 + next();
    // Years up to 1900 are taken as years since 1900.
    let year = if year > 1900 { year } else { 1900 + year };
    let (month, day, hour, minute) = (next(), next(), next(), next());
    let mut second = 0;
    if !matches!(rest.first(), None | Some(b'Z' | b'-' | b'+')) {
        let Some((two, after)) = rest.split_at_checked(2) else { return Err(Anomaly::TimeSurplus) };
        second = pair(two);
        rest = after;
        if let Some(fraction) = rest.strip_prefix(b".") {
            let n = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
            rest = fraction.get(n..).unwrap_or_default();
        }
    }
    let offset = match rest.first() {
        None | Some(b'Z') => 0,
        Some(sign) => {
            let Some(&[_, a, b, c, d]) = rest.first_chunk::<5>() else {
                return Err(Anomaly::TimeOffsetLength);
            };
            let ahead = pair(&[a, b]) * 3600 + pair(&[c, d]) * 60;
            match sign {
                b'+' => -ahead,
                b'-' => ahead,
                _ => return Err(Anomaly::TimeOffsetSign),
            }
        }
    };
    let days = days_from_epoch(year, month, day);
    Ok(days * 86_400 + hour * 3600 + minute * 60 + second + offset)
}

/// A time as scripts see it. Reports an invalid time and returns 0 for it.
pub(super) fn as_double(time: &Element<'_>, odd: &mut dyn FnMut(Anomaly)) -> f64 {
    match seconds(time) {
        Ok(s) => s as f64,
        Err(e) => {
            odd(e);
            0.0
        }
    }
}

/// Two digits. Other bytes count as their distance from the digit zero; such a time is invalid anyway.
fn pair(two: &[u8]) -> i64 {
    two.iter().fold(0, |v, &b| v * 10 + i64::from(b) - i64::from(b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(tag: u8, text: &str, expected: Result<i64, Anomaly>) {
        assert_eq!(seconds(&Element { tag, content: text.as_bytes() }), expected, "{text}");
    }

    #[test]
    fn times_of_both_kinds() {
        check(UTC_TIME, "700101000000Z", Ok(0));
        check(UTC_TIME, "490101000000Z", Ok(2_493_072_000));
        check(UTC_TIME, "500101000000Z", Ok(-631_152_000));
        check(UTC_TIME, "160229120000Z", Ok(1_456_747_200));
        check(GENERALIZED_TIME, "20150901133337Z", Ok(1_441_114_417));
        check(GENERALIZED_TIME, "20150901133337.123Z", Ok(1_441_114_417));
        check(GENERALIZED_TIME, "201509011333Z", Ok(1_441_114_380));
        check(GENERALIZED_TIME, "20150901143337+0100", Ok(1_441_114_417));
        check(GENERALIZED_TIME, "99991231235959Z", Ok(253_402_300_799));
    }

    #[test]
    fn times_that_are_none() {
        check(UTC_TIME, "7001010000", Err(Anomaly::UtcLength));
        check(UTC_TIME, "700101000000+0100", Err(Anomaly::UtcFormat));
        check(GENERALIZED_TIME, "2015", Err(Anomaly::GeneralizedLength));
        check(GENERALIZED_TIME, "2015090113333", Err(Anomaly::TimeSurplus));
        check(GENERALIZED_TIME, "20150901133337+01", Err(Anomaly::TimeOffsetLength));
        check(GENERALIZED_TIME, "20150901133337*0100", Err(Anomaly::TimeOffsetSign));
        check(4, "x", Err(Anomaly::TimeType));
    }
}
