//! Texts, dates and times of HART (FieldComm HCF_SPEC-127, 8), for ICSNPP's HART-IP package.
use spicy_vm::Value;

/// ISO 8859-1: every byte is the character of its number.
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

/// Day, month, and year since 1900, a byte each.
pub(super) fn date(data: &[u8]) -> Value {
    let [day, month, year] = match data {
        [d, m, y, ..] => [*d, *m, *y],
        _ => [0; 3],
    };
    let name = usize::from(month).checked_sub(1).and_then(|m| MONTHS.get(m)).unwrap_or(&"InvalidMonth");
    Value::text(&format!("{name} {day}, {}", 1900 + u32::from(year)))
}

/// Units of time in what the package shows as a second.
const UNITS: u64 = 32;

/// Time of day in units of 1/32 ms, most significant byte first. The package's logs call a millisecond a second, and so does
/// this: rows stay comparable.
pub(super) fn time(data: &[u8]) -> Value {
    let units = data.iter().take(4).fold(0_u64, |n, b| n << 8 | u64::from(*b));
    let (minutes, rest) = (units / (60 * UNITS), units % (60 * UNITS));
    Value::text(&format!("{minutes} minutes, {:.6} seconds since midnight", rest as f64 / UNITS as f64))
}

/// Packed ASCII: four characters of six bits in three bytes. The bit that makes seven of them is the inverse of the
/// highest one.
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
