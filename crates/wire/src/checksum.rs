//! The Internet checksum (RFC 1071) and the pseudo headers of RFC 9293 and RFC 8200.
use crate::IpProto;
use net_types::Addr;

/// A ones' complement sum being computed.
///
/// Words are added in memory order, four bytes at a time into 64 bits, and folded once: the sum does not depend on byte
/// order (RFC 1071, 2B), and 2³² additions fit without losing a carry.
///
/// ```
/// use wire::Checksum;
/// // RFC 1071, section 3
/// assert_eq!(Checksum::new().bytes(&[0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7]).sum(), 0xddf2);
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Checksum(u64);

impl Checksum {
    /// An empty sum.
    pub const fn new() -> Self {
        Checksum(0)
    }

    /// Starts with a transport's pseudo header: addresses in the packet's form, protocol and length.
    pub fn pseudo(src: Addr, dst: Addr, proto: IpProto, len: u32) -> Self {
        Checksum(0).bytes(src.wire_bytes()).bytes(dst.wire_bytes()).word(proto.0.into()).long(len)
    }

    /// Adds bytes. A trailing odd byte is padded with zero, so only the last addition may have odd length.
    #[must_use]
    #[inline]
    pub fn bytes(self, bytes: &[u8]) -> Self {
        let mut sum = self.0;
        let (blocks, rest) = bytes.as_chunks::<32>();
        for block in blocks {
            let (words, _) = block.as_chunks::<4>();
            for w in words {
                sum += u64::from(u32::from_ne_bytes(*w));
            }
        }
        let (words, rest) = rest.as_chunks::<4>();
        for w in words {
            sum += u64::from(u32::from_ne_bytes(*w));
        }
        let mut last = [0; 4];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        Checksum(sum + u64::from(u32::from_ne_bytes(last)))
    }

    /// Adds a 16-bit word.
    #[must_use]
    #[inline]
    pub fn word(self, w: u16) -> Self {
        Checksum(self.0 + u64::from(w.to_be()))
    }

    /// Adds a 32-bit word.
    #[must_use]
    #[inline]
    pub fn long(self, l: u32) -> Self {
        Checksum(self.0 + u64::from(l.to_be()))
    }

    /// The folded sum. Over bytes that include their own checksum it is `0xffff` if they are intact.
    #[inline]
    pub fn sum(self) -> u16 {
        let mut s = self.0;
        s = (s & 0xffff_ffff) + (s >> 32);
        s = (s & 0xffff_ffff) + (s >> 32);
        s = (s & 0xffff) + (s >> 16);
        s = (s & 0xffff) + (s >> 16);
        s = (s & 0xffff) + (s >> 16);
        u16::from_be(s as u16)
    }

    /// The value for the checksum field, which was zero while summing.
    pub fn field(self) -> u16 {
        !self.sum()
    }

    /// True if the bytes, their checksum included, are intact.
    #[inline]
    pub fn is_intact(self) -> bool {
        self.sum() == 0xffff
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum by its definition, word by word.
    fn slow(bytes: &[u8]) -> u16 {
        let mut sum: u32 = 0;
        for pair in bytes.chunks(2) {
            let hi = pair.first().copied().unwrap_or(0);
            let lo = pair.get(1).copied().unwrap_or(0);
            sum += u32::from(u16::from_be_bytes([hi, lo]));
            if sum > 0xffff {
                sum = (sum & 0xffff) + 1;
            }
        }
        sum as u16
    }

    #[test]
    fn equals_the_definition_for_every_length() {
        let mut bytes = Vec::new();
        let mut rng = fastrand::Rng::with_seed(7);
        for n in 0..400 {
            assert_eq!(Checksum::new().bytes(&bytes).sum(), slow(&bytes), "{n} bytes");
            bytes.push(rng.u8(..));
        }
        let ones = vec![0xff; 70_000];
        assert_eq!(Checksum::new().bytes(&ones).sum(), 0xffff);
    }

    #[test]
    fn pseudo_header_of_both_families() {
        // A UDP header to port 53 over IPv4, whose sum was computed by hand.
        let src = "10.0.0.1".parse().unwrap();
        let dst = "10.0.0.2".parse().unwrap();
        let udp = [0x04, 0x00, 0x00, 0x35, 0x00, 0x08, 0, 0];
        let field = Checksum::pseudo(src, dst, IpProto::UDP, 8).bytes(&udp).field();
        // a00 + 1 + a00 + 2 + 11 + 8 + 400 + 35 + 8
        assert_eq!(field, !0x1859);
        let intact = [0x04, 0x00, 0x00, 0x35, 0x00, 0x08, (field >> 8) as u8, field as u8];
        assert!(Checksum::pseudo(src, dst, IpProto::UDP, 8).bytes(&intact).is_intact());
        let six: Addr = "2001:db8::1".parse().unwrap();
        assert_eq!(Checksum::pseudo(six, six, IpProto::UDP, 0).sum(), 2 * (0x2001 + 0x0db8 + 1) + 17);
    }
}
