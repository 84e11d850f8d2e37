//! Which addresses are local: the private address space.
use net_types::Addr;

/// The networks whose addresses are private, with their length in the 128-bit form, IPv4 mapped: those of the IANA
/// special-purpose registries that are not globally reachable, and for IPv4 the same as 6to4 addresses (RFC 3056).
const PRIVATE: &[([u8; 16], u8)] = &[
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
    v4([224, 0, 0, 0], 24),
    v4([239, 0, 0, 0], 8),
    v4([240, 0, 0, 0], 4),
    v4([255, 255, 255, 255], 32),
    v6([0x2002, 0, 0, 0], 24),
    v6([0x2002, 0x0a00, 0, 0], 24),
    v6([0x2002, 0x6440, 0, 0], 26),
    v6([0x2002, 0x7f00, 0, 0], 24),
    v6([0x2002, 0xa9fe, 0, 0], 32),
    v6([0x2002, 0xac10, 0, 0], 28),
    v6([0x2002, 0xc000, 0, 0], 40),
    v6([0x2002, 0xc000, 0x0200, 0], 40),
    v6([0x2002, 0xc0a8, 0, 0], 32),
    v6([0x2002, 0xc612, 0, 0], 31),
    v6([0x2002, 0xc633, 0x6400, 0], 40),
    v6([0x2002, 0xcb00, 0x7100, 0], 40),
    v6([0x2002, 0xe000, 0, 0], 40),
    v6([0x2002, 0xef00, 0, 0], 24),
    v6([0x2002, 0xf000, 0, 0], 20),
    v6([0x2002, 0xffff, 0xffff, 0], 48),
    ([0; 16], 128),
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128),
    v6([0x0064, 0xff9b, 0x0001, 0], 48),
    v6([0x0100, 0, 0, 0], 64),
    v6([0x2001, 0, 0, 0], 23),
    v6([0x2001, 0x0002, 0, 0], 48),
    v6([0x2001, 0x0db8, 0, 0], 32),
    v6([0xfc00, 0, 0, 0], 7),
    v6([0xfe80, 0, 0, 0], 10),
    v6([0xfec0, 0, 0, 0], 10),
];

const fn v4([a, b, c, d]: [u8; 4], len: u8) -> ([u8; 16], u8) {
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d], 96 + len)
}

const fn v6([a, b, c, d]: [u16; 4], len: u8) -> ([u8; 16], u8) {
    let ([a, e], [b, f]) = (a.to_be_bytes(), b.to_be_bytes());
    let ([c, g], [d, h]) = (c.to_be_bytes(), d.to_be_bytes());
    ([a, e, b, f, c, g, d, h, 0, 0, 0, 0, 0, 0, 0, 0], len)
}

/// True for an address of the private address space.
pub(super) fn is_local(a: Addr) -> bool {
    let bits = u128::from_be_bytes(*a.octets());
    PRIVATE.iter().any(|(net, len)| (bits ^ u128::from_be_bytes(*net)) >> (128 - u32::from(*len)) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_local() {
        for (addr, expected) in [
            ("10.1.2.3", true),
            ("11.1.2.3", false),
            ("172.31.255.255", true),
            ("172.32.0.0", false),
            ("255.255.255.255", true),
            ("::", true),
            ("::1", true),
            ("::2", false),
            ("fe80::1", true),
            ("2001:4860::8", false),
            ("2001:1ff::", true),
            ("2002:c0a8::1", true),
            ("2002:c0a9::1", false),
        ] {
            assert_eq!(is_local(addr.parse().unwrap()), expected, "{addr}");
        }
    }
}
