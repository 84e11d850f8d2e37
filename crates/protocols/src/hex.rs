//! Bytes as hexadecimal digits. `write!` would take about 230 instructions a byte.

/// Appends a byte as two lower-case digits.
pub(crate) fn push_lower(out: &mut String, byte: u8) {
    push(out, byte, b"0123456789abcdef");
}

/// Appends a byte as two upper-case digits.
pub(crate) fn push_upper(out: &mut String, byte: u8) {
    push(out, byte, b"0123456789ABCDEF");
}

fn push(out: &mut String, byte: u8, digits: &[u8; 16]) {
    for n in [byte >> 4, byte & 15] {
        out.push(digits.get(usize::from(n)).copied().map_or('?', char::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_formatting() {
        for byte in 0..=u8::MAX {
            let (mut lower, mut upper) = (String::new(), String::new());
            push_lower(&mut lower, byte);
            push_upper(&mut upper, byte);
            assert_eq!((lower, upper), (format!("{byte:02x}"), format!("{byte:02X}")));
        }
    }
}
