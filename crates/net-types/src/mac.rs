//! Link-layer addresses.
use std::fmt;

/// A 48-bit link-layer address (EUI-48) in wire order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mac(pub [u8; 6]);

impl fmt::Display for Mac {
    /// `00:1b:2c:3d:4e:5f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e, g] = self.0;
        write!(f, "{a:02x}:{b:02x}:{c:02x}:{d:02x}:{e:02x}:{g:02x}")
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
