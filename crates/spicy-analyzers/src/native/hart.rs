//! Texts, dates and times of HART (FieldComm HCF_SPEC-127, 8), for ICSNPP's HART-IP package.
use spicy_vm::Value;

/// Decodes ISO 8859-1: each byte is a code point.
pub(super) fn latin1(data: &[u8]) -> Value {
    Value::text(&data.iter().map(|b| char::from(*b)).collect::<String>())
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Formats a date: day, month, and years since 1900, one byte each.
pub(super) fn date(data: &[u8]) -> Value {
    let [day, month, year] = match data {
        [d, m, y, ..] => [*d, *m, *y],
        _ => [0; 3],
    };
    let name = usize::from(month).checked_sub(1).and_then(|m| MONTHS.get(m)).unwrap_or(&"InvalidMonth");
    Value::text(&format!("{name} {day}, {}", 1900 + u32::from(year)))
}

/// The number of time units in what the package shows as a second.
const UNITS: u64 = 32;

/// Formats a time of day in units of 1/32 ms, most significant byte first. The package's logs call a millisecond a
/// second, and so does this function, to keep rows comparable.
pub(super) fn time(data: &[u8]) -> Value {
    let units = data.iter().take(4).fold(0_u64, |n, b| n << 8 | u64::from(*b));
    let (minutes, rest) = (units / (60 * UNITS), units % (60 * UNITS));
    Value::text(&format!("{minutes} minutes, {:.6} seconds since midnight", rest as f64 / UNITS as f64))
}

/// Decodes packed ASCII: four characters of six bits in three bytes. The seventh bit of a character is the inverse of
/// its highest bit.
pub(super) fn packed(data: &[u8]) -> Value {
    let mut out = String::with_capacity(data.len() * 4 / 3);
    for group in data.chunks_exact(3) {
        let n = group.iter().fold(0_u32, |n, b| n << 8 | u32::from(*b));
        for shift in [18, 12, 6, 0] {
            let six = (n >> shift & 0x3f) as u8;
            out.push(char::from(if six & 0x20 == 0 { six | 0x40 } else { six }));
        }
    }
    Value::text(&out)
}
