//! Addresses and subnets. IPv4 is stored in the v4-mapped range of IPv6, as in scripts.
use std::fmt;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// An IPv4 or IPv6 address: 16 bytes in network order, IPv4 as `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Addr([u8; 16]);

const V4_PREFIX: [u8; 12] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/// For each byte: its decimal digits, a dot and padding, and the number of digits.
static DECIMALS: [([u8; 4], u8); 256] = {
    let mut all = [([b'.'; 4], 1); 256];
    let mut n = 0;
    while n < 256 {
        let (hundreds, tens, ones) =
            (b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8);
        all[n] = match n {
            0..10 => ([ones, b'.', b'.', b'.'], 1),
            10..100 => ([tens, ones, b'.', b'.'], 2),
            _ => ([hundreds, tens, ones, b'.'], 3),
        };
        n += 1;
    }
    all
};

impl Addr {
    /// `::`
    pub const UNSPECIFIED: Addr = Addr([0; 16]);

    /// Makes an IPv4 address from four bytes in network order.
    pub const fn v4(b: [u8; 4]) -> Self {
        Addr([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, b[0], b[1], b[2], b[3]])
    }

    /// Makes an address from sixteen bytes in network order.
    pub const fn v6(b: [u8; 16]) -> Self {
        Addr(b)
    }

    /// True for IPv4.
    pub fn is_v4(self) -> bool {
        self.0[..12] == V4_PREFIX
    }

    /// The sixteen bytes; IPv4 mapped.
    pub const fn octets(&self) -> &[u8; 16] {
        &self.0
    }

    /// The bytes on the wire: 4 or 16.
    pub fn wire_bytes(&self) -> &[u8] {
        if self.is_v4() { &self.0[12..] } else { &self.0 }
    }

    /// Number of bits of this family: 32 or 128.
    pub fn width(self) -> u8 {
        if self.is_v4() { 32 } else { 128 }
    }

    /// Keeps the first `bits` bits of the 128-bit form and clears the rest.
    pub fn masked(self, bits: u8) -> Self {
        let keep = u32::from(bits.min(128));
        let mask = if keep == 0 { 0 } else { u128::MAX << (128 - keep) };
        Addr((u128::from_be_bytes(self.0) & mask).to_be_bytes())
    }

    /// Appends the text that `Display` writes, without the cost of formatting: logs are full of addresses.
    pub fn append_to(self, out: &mut Vec<u8>) {
        if !self.is_v4() {
            return self.append_v6_to(out);
        }
        let [.., a, b, c, d] = self.0;
        // Each byte's text begins where the one before ends, and overwrites its padding.
        let mut text = [0; 16];
        let mut len = 0;
        for n in [a, b, c, d] {
            let (padded, digits) = DECIMALS[usize::from(n)];
            text[len..len + 4].copy_from_slice(&padded);
            len += usize::from(digits) + 1;
        }
        out.extend_from_slice(&text[..len - 1]);
    }

    /// Groups without leading zeros; `::` for the first of the longest runs of two or more zeros (RFC 5952, 4).
    fn append_v6_to(self, out: &mut Vec<u8>) {
        let groups = self.groups();
        if groups[..6] == [0; 6] || groups[..6] == [0, 0, 0, 0, 0xffff, 0] {
            // Forms that may end in dotted bytes. Writing to a Vec cannot fail.
            return drop(write!(out, "{self}"));
        }
        let (mut longest, mut run) = (0..0, 0..0);
        for (i, &group) in groups.iter().enumerate() {
            run = if group != 0 { i + 1..i + 1 } else { run.start..i + 1 };
            if run.len() > longest.len().max(1) {
                longest = run.clone();
            }
        }
        for (i, &group) in groups.iter().enumerate() {
            if longest.contains(&i) {
                if i == longest.start {
                    out.extend_from_slice(b"::");
                }
                continue;
            }
            if i > 0 && i != longest.end {
                out.push(b':');
            }
            let digits = (16 - group.leading_zeros()).div_ceil(4).max(1);
            for digit in (0..digits).rev() {
                out.push(b"0123456789abcdef"[usize::from(group >> (4 * digit) & 15)]);
            }
        }
    }

    fn groups(self) -> [u16; 8] {
        std::array::from_fn(|i| u16::from_be_bytes([self.0[2 * i], self.0[2 * i + 1]]))
    }
}

impl From<IpAddr> for Addr {
    fn from(a: IpAddr) -> Self {
        match a {
            IpAddr::V4(a) => Addr::v4(a.octets()),
            IpAddr::V6(a) => Addr::v6(a.octets()),
        }
    }
}

impl From<Addr> for IpAddr {
    fn from(a: Addr) -> Self {
        if a.is_v4() {
            IpAddr::V4(Ipv4Addr::new(a.0[12], a.0[13], a.0[14], a.0[15]))
        } else {
            IpAddr::V6(Ipv6Addr::from(a.0))
        }
    }
}

impl fmt::Display for Addr {
    /// The format of `inet_ntop`: `1.2.3.4`, `2001:db8::1`. The last four bytes are dotted if only they (and more than
    /// two of them) are nonzero, as in `::1.2.3.4`, and in IPv4-translated addresses, as in `::ffff:0:1.2.3.4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, a, b, c, d] = self.0
            && (a, b) != (0, 0)
        {
            return write!(f, "::{a}.{b}.{c}.{d}");
        }
        if let [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, a, b, c, d] = self.0 {
            return write!(f, "::ffff:0:{a}.{b}.{c}.{d}");
        }
        IpAddr::from(*self).fmt(f)
    }
}

impl fmt::Debug for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for text that is not an address or subnet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an IPv4 or IPv6 address, optionally with /LENGTH, found {0:?}")]
pub struct AddrParseError(String);

impl FromStr for Addr {
    type Err = AddrParseError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        s.parse::<IpAddr>().map(Addr::from).map_err(|_| AddrParseError(s.to_owned()))
    }
}

/// A network: an address with its first `len` bits significant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subnet {
    prefix: Addr,
    /// Length in the 128-bit form: for IPv4, 96 more than in text.
    len128: u8,
}

impl Subnet {
    /// Makes a subnet. `len` counts bits of the address's own family; `None` if it is too long.
    pub fn new(addr: Addr, len: u8) -> Option<Self> {
        if len > addr.width() {
            return None;
        }
        let len128 = if addr.is_v4() { len + 96 } else { len };
        Some(Subnet { prefix: addr.masked(len128), len128 })
    }

    /// The network of all addresses.
    pub const ALL: Subnet = Subnet { prefix: Addr::UNSPECIFIED, len128: 0 };

    /// Makes a subnet. `len128` counts bits of the 128-bit form; `None` if it is too long.
    pub fn new128(addr: Addr, len128: u8) -> Option<Self> {
        (len128 <= 128).then(|| Subnet { prefix: addr.masked(len128), len128 })
    }

    /// The network address.
    pub const fn prefix(self) -> Addr {
        self.prefix
    }

    /// The length in text form: 0–32 for IPv4, 0–128 for IPv6.
    pub fn len(self) -> u8 {
        if self.prefix.is_v4() && self.len128 >= 96 { self.len128 - 96 } else { self.len128 }
    }

    /// True for a network that contains every address of its family.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The length in the 128-bit form.
    pub const fn len128(self) -> u8 {
        self.len128
    }

    /// True if the network contains `a`.
    pub fn contains(self, a: Addr) -> bool {
        a.masked(self.len128) == self.prefix
    }
}

impl fmt::Display for Subnet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.prefix, self.len())
    }
}

impl fmt::Debug for Subnet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Subnet {
    type Err = AddrParseError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let bad = || AddrParseError(s.to_owned());
        let (a, l) = s.split_once('/').ok_or_else(bad)?;
        Subnet::new(a.parse().map_err(|_| bad())?, l.parse().map_err(|_| bad())?).ok_or_else(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v4_is_mapped_and_prints_dotted() {
        let a: Addr = "192.168.1.9".parse().unwrap();
        assert!(a.is_v4());
        assert_eq!(a.wire_bytes(), [192, 168, 1, 9]);
        assert_eq!(a.to_string(), "192.168.1.9");
    }

    #[test]
    fn v4_compatible_addresses_have_dots() {
        for a in ["::10.10.255.255", "::1", "::ffff", "::", "2001:db8::1"] {
            assert_eq!(a.parse::<Addr>().unwrap().to_string(), a);
        }
    }

    #[test]
    fn appended_text_is_the_displayed_one() {
        for a in ["0.9.10.99", "100.199.200.255", "::1.2.3.4", "2001:db8::1"] {
            let mut out = b"at ".to_vec();
            a.parse::<Addr>().unwrap().append_to(&mut out);
            assert_eq!(String::from_utf8(out).unwrap(), format!("at {a}"));
        }
        // Groups of zeros and nonzero groups in all combinations.
        for zeros in 0..=u8::MAX {
            for group in [1u16, 0xab, 0xf00, 0xfedc] {
                let groups = (0..8).map(|i| if zeros >> i & 1 == 0 { group } else { 0 });
                let bytes: Vec<u8> = groups.flat_map(u16::to_be_bytes).collect();
                let a = Addr::v6(bytes.try_into().unwrap());
                let mut out = Vec::new();
                a.append_to(&mut out);
                assert_eq!(String::from_utf8(out).unwrap(), a.to_string());
            }
        }
    }

    #[test]
    fn subnet_lengths_are_those_of_the_family() {
        let n: Subnet = "192.168.77.1/16".parse().unwrap();
        assert_eq!(n.to_string(), "192.168.0.0/16");
        assert!(n.contains("192.168.255.255".parse().unwrap()));
        assert!(!n.contains("192.169.0.0".parse().unwrap()));
        assert!("1.2.3.4/33".parse::<Subnet>().is_err());
        assert_eq!("2001:db8::1/32".parse::<Subnet>().unwrap().to_string(), "2001:db8::/32");
    }
}
