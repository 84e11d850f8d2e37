//! Link-layer addresses.
use std::fmt;

/// A 48-bit link-layer address (EUI-48) in wire order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mac(pub [u8; 6]);

impl Mac {
    /// `00:1b:2c:3d:4e:5f`, as ASCII.
    #[must_use]
    pub fn text(self) -> [u8; 17] {
        let digit = |nibble: u8| if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 };
        let mut text = [b':'; 17];
        for (two, byte) in text.chunks_mut(3).zip(self.0) {
            if let [high, low, ..] = two {
                (*high, *low) = (digit(byte >> 4), digit(byte & 15));
            }
        }
        text
    }
}

impl fmt::Display for Mac {
    /// `00:1b:2c:3d:4e:5f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.text()).unwrap_or_default())
    }
}

impl fmt::Debug for Mac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_lower_case_hex() {
        assert_eq!(Mac([0, 0x1b, 0x2c, 0xd, 0xfe, 0xff]).to_string(), "00:1b:2c:0d:fe:ff");
    }
}
