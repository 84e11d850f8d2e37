//! Anonymized IPv4 addresses.
//!
//! The methods without a table are keyed by the run's seeds. Both that preserve prefixes flip each bit or not, by a keyed
//! digest of the bits before it (Xu, Fan, Ammar and Moon, "Prefix-preserving IP address anonymization", 2002): addresses
//! that share their first bits share as many afterwards, and different addresses stay different.
use crate::call::{Answer, Call, Stop, family};
use md5::{Digest, Md5};
use net_types::Addr;
use std::collections::{HashMap, HashSet};
use value::Value;

family! {
    "anonymize_addr" => anonymize_addr,
    "preserve_prefix" => |c| {
        let (a, width) = (c.addr(0)?, c.count(1)?);
        preserve(c, "preserve_prefix", a, width)
    },
    "preserve_subnet" => |c| {
        let net = c.subnet(0)?;
        preserve(c, "preserve_subnet", net.prefix(), u64::from(net.len()))
    },
}

/// The maximum number of mappings that are remembered.
const MAX_MAPPINGS: usize = 1 << 20;

/// The maximum number of bits, each with the bits before it, that keep their values.
const MAX_KEPT: usize = 1 << 17;

/// The number of leading bits that tell the class of an IPv4 address: A, B, C, D or E.
const CLASS_BITS: u8 = 4;

/// A method, by its number in digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Method {
    /// Numbers in the order of the first calls, from 0.0.0.1.
    Sequential = 1,
    /// A keyed digest of the address.
    Random = 2,
    /// Preserves prefixes and the class.
    PrefixAndClass = 3,
    /// Preserves prefixes.
    Prefix = 4,
}

/// What a run remembers to anonymize addresses.
#[derive(Default)]
pub(crate) struct Anonymizer {
    mappings: HashMap<(Method, u32), u32>,
    /// Bits that keep their values: the number of bits before, and these bits, followed by zeros.
    kept: HashSet<(u8, u32)>,
    /// How many addresses have a number.
    numbered: u32,
    /// Whether a script was told that no more mappings are remembered.
    has_told: bool,
}

/// The first `n` bits of an address, followed by zeros.
fn first_bits(a: u32, n: u8) -> u32 {
    a & u32::MAX.checked_shl(32 - u32::from(n.min(32))).unwrap_or(0)
}

/// The four bytes of a keyed digest of an address or of the beginning of one.
fn digest(key: &[u8; 16], method: Method, bits: u8, of: u32) -> u32 {
    let all = Md5::new().chain_update(key).chain_update([method as u8, bits]).chain_update(of.to_be_bytes());
    let all: [u8; 16] = all.finalize().into();
    let [a, b, c, d, ..] = all;
    u32::from_be_bytes([a, b, c, d])
}

impl Anonymizer {
    /// Replaces an address. Returns `None` if it would need a number and there are no more.
    fn map(&mut self, key: &[u8; 16], method: Method, a: u32) -> Option<u32> {
        match method {
            Method::Sequential if self.is_full() => None,
            Method::Sequential => {
                self.numbered += 1;
                Some(self.numbered)
            }
            Method::Random => Some(digest(key, method, 32, a)),
            Method::PrefixAndClass | Method::Prefix => Some(self.flipped(key, method, a)),
        }
    }

    fn flipped(&self, key: &[u8; 16], method: Method, a: u32) -> u32 {
        (0..32).fold(a, |mapped, bit| {
            let before = first_bits(a, bit);
            // The class is the number of ones before the first zero.
            let is_class = bit < CLASS_BITS && before == first_bits(u32::MAX, bit);
            let is_kept = is_class && method == Method::PrefixAndClass || self.kept.contains(&(bit, before));
            let flips = !is_kept && digest(key, method, bit, before) & 1 == 1;
            if flips { mapped ^ (1 << 31 >> bit) } else { mapped }
        })
    }

    fn is_full(&self) -> bool {
        self.mappings.len() >= MAX_MAPPINGS
    }
}

/// The options of a class: the addresses that stay, and the method.
fn options(class: Option<&str>) -> Option<(&'static str, &'static str)> {
    match class? {
        "ORIG_ADDR" => Some(("preserve_orig_addr", "orig_addr_anonymization")),
        "RESP_ADDR" => Some(("preserve_resp_addr", "resp_addr_anonymization")),
        "OTHER_ADDR" => Some(("preserve_other_addr", "other_addr_anonymization")),
        _ => None,
    }
}

/// Returns the number of an IPv4 address.
fn v4(a: Addr) -> Option<u32> {
    let bytes = <[u8; 4]>::try_from(a.wire_bytes()).ok()?;
    Some(u32::from_be_bytes(bytes))
}

fn anonymize_addr(c: &mut Call<'_>) -> Answer {
    let (given, class) = (c.addr(0)?, c.arg(1).enum_name());
    let Some((stays, method)) = options(class.as_deref()) else {
        c.error("anonymize_addr(): invalid ip addr anonymization class");
        return c.nothing();
    };
    let Some(a) = v4(given) else {
        c.error("anonymize_addr() not supported for IPv6 addresses");
        return c.nothing();
    };
    if let Some(Value::Table(stays)) = c.global(stays)
        && stays.contains(c.cx, &[given.into()])?
    {
        return Ok(given.into());
    }
    let chosen = c.global(method).and_then(|v| v.enum_name());
    let method = match chosen.as_deref() {
        Some("KEEP_ORIG_ADDR") => return Ok(given.into()),
        Some("SEQUENTIALLY_NUMBERED") => Method::Sequential,
        Some("RANDOM_MD5") => Method::Random,
        Some("PREFIX_PRESERVING_A50") => Method::PrefixAndClass,
        Some("PREFIX_PRESERVING_MD5") => Method::Prefix,
        other => {
            let other = other.unwrap_or("no value");
            c.error(&format!("anonymize_addr(): {method} is {other}, expected a method"));
            return c.nothing();
        }
    };
    mapped(c, method, a)
}

/// Returns the replacement of an address, and raises the event if it is new.
fn mapped(c: &mut Call<'_>, method: Method, a: u32) -> Answer {
    if let Some(known) = c.anonymizer().mappings.get(&(method, a)) {
        return Ok(Addr::v4(known.to_be_bytes()).into());
    }
    let key = c.randomness().seeds.hmac_key();
    let Some(new) = c.anonymizer().map(&key, method, a) else {
        c.error(&format!("anonymize_addr(): there are no numbers for more than {MAX_MAPPINGS} addresses"));
        return c.nothing();
    };
    let mapped: Value = Addr::v4(new.to_be_bytes()).into();
    let anonymizer = c.anonymizer();
    if !anonymizer.is_full() {
        anonymizer.mappings.insert((method, a), new);
        c.raise("anonymization_mapping", vec![Addr::v4(a.to_be_bytes()).into(), mapped.clone()]);
    } else if !std::mem::replace(&mut anonymizer.has_told, true) {
        c.warn(&format!("anonymize_addr(): no anonymization_mapping for more than {MAX_MAPPINGS} addresses"));
    }
    Ok(mapped)
}

/// Has the methods that preserve prefixes keep the first bits of an address, and so of all that share them.
fn preserve(c: &mut Call<'_>, function: &str, a: Addr, width: u64) -> Answer {
    let Some(a) = v4(a) else {
        c.error(&format!("{function}() not supported for IPv6 addresses"));
        return c.nothing();
    };
    let Some(width) = u8::try_from(width).ok().filter(|n| *n <= 32) else {
        c.error(&format!("{function}(): a width of {width} bits, expected at most 32"));
        return c.nothing();
    };
    let bits: Vec<_> = (0..width).map(|n| (n, first_bits(a, n))).collect();
    let kept = &mut c.anonymizer().kept;
    let fresh = bits.iter().filter(|bit| !kept.contains(*bit)).count();
    if kept.len() + fresh > MAX_KEPT {
        c.error(&format!("{function}(): the prefixes to preserve have more than {MAX_KEPT} bits"));
        return c.nothing();
    }
    kept.extend(bits);
    Err(Stop::Nothing)
}

#[cfg(test)]
mod tests {
    use super::{Anonymizer, Method, first_bits};

    const KEY: [u8; 16] = *b"a key of a test.";

    /// Numbers of addresses, near and far from each other.
    fn addresses() -> Vec<u32> {
        let spread = (0..400_u32).map(|n| n.wrapping_mul(2_654_435_761));
        let near = (0..32).flat_map(|bit| [0xc0a8_0001 ^ (1 << bit), 0x0a00_0001 ^ (1 << bit)]);
        spread.chain(near).collect()
    }

    #[test]
    fn addresses_share_as_many_first_bits_afterwards() {
        for method in [Method::Prefix, Method::PrefixAndClass] {
            let anonymizer = Anonymizer::default();
            let mapped: Vec<_> =
                addresses().into_iter().map(|a| (a, anonymizer.flipped(&KEY, method, a))).collect();
            for (n, (a, a_mapped)) in mapped.iter().enumerate() {
                for (b, b_mapped) in &mapped[n..] {
                    let (before, after) = ((a ^ b).leading_zeros(), (a_mapped ^ b_mapped).leading_zeros());
                    assert_eq!(before, after, "{method:?}: {a:x} and {b:x}");
                }
            }
            assert!(mapped.iter().filter(|(a, b)| a != b).count() > 400, "{method:?}");
            assert!(mapped.iter().any(|(a, _)| {
                anonymizer.flipped(&KEY, method, *a) != anonymizer.flipped(b"another key ....", method, *a)
            }));
        }
    }

    #[test]
    fn one_method_keeps_the_class() {
        let anonymizer = Anonymizer::default();
        let class = |a: u32| a.leading_ones().min(4);
        let changed =
            |method| addresses().into_iter().any(|a| class(a) != class(anonymizer.flipped(&KEY, method, a)));
        assert_eq!((changed(Method::PrefixAndClass), changed(Method::Prefix)), (false, true));
    }

    #[test]
    fn preserved_bits_stay() {
        let mut anonymizer = Anonymizer::default();
        let net = 0xc0a8_0000;
        anonymizer.kept.extend((0..16).map(|n| (n, first_bits(net, n))));
        for host in 0..300 {
            let mapped = anonymizer.flipped(&KEY, Method::Prefix, net | host);
            assert_eq!(mapped & 0xffff_0000, net, "{host}");
        }
        assert_ne!(anonymizer.flipped(&KEY, Method::Prefix, net) & 0xffff, 0);
        assert_eq!((first_bits(u32::MAX, 0), first_bits(u32::MAX, 32)), (0, u32::MAX));
    }

    #[test]
    fn numbers_follow_each_other_until_memory_is_used() {
        let mut anonymizer = Anonymizer::default();
        let numbers: Vec<_> = (7..10).map(|a| anonymizer.map(&KEY, Method::Sequential, a)).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
        anonymizer.mappings.extend((0..super::MAX_MAPPINGS as u32).map(|a| ((Method::Random, a), a)));
        assert_eq!(anonymizer.map(&KEY, Method::Sequential, 11), None);
    }
}
