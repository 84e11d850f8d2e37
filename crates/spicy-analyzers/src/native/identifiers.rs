//! Identifiers as text, for ICSNPP's packages (GE SRTP, HART-IP, Omron FINS, PROFINET IO CM).
use fastrand::Rng;
use spicy_vm::Value;
use std::fmt::Write;

/// The length of a random identifier in bytes.
const DRAWN: usize = 9;

/// Returns random bytes in hexadecimal, which the run's seed determines.
pub(super) fn drawn(random: &mut Rng) -> Value {
    let mut id = [0; DRAWN];
    random.fill(&mut id);
    hex(&id)
}

/// Formats bytes in hexadecimal.
pub(super) fn hex(data: &[u8]) -> Value {
    Value::text(&joined(data, "", |b, out| write!(out, "{b:02x}")))
}

/// Formats a MAC address.
pub(super) fn mac(data: &[u8]) -> Value {
    Value::text(&joined(data, ":", |b, out| write!(out, "{b:02x}")))
}

/// Formats a UUID (RFC 9562, 4) whose bytes are in several arguments, in order.
pub(super) fn uuid(args: &[Value]) -> Value {
    let all: Vec<u8> = (0..args.len()).flat_map(|i| super::bytes(args, i).to_vec()).collect();
    let mut text = joined(&all, "", |b, out| write!(out, "{b:02X}"));
    for at in [20, 16, 12, 8] {
        if text.len() > at {
            text.insert(at, '-');
        }
    }
    Value::text(&text)
}

fn joined(data: &[u8], between: &str, show: impl Fn(u8, &mut String) -> std::fmt::Result) -> String {
    let mut out = String::new();
    for (i, b) in data.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        // Writing to a string cannot fail.
        let _ = show(*b, &mut out);
    }
    out
}
