//! Parses public keys: kind, length and curve (RFC 3279, 5480).
use super::der::{algorithm, bit_string, expect};
use super::objects;
use super::show;
use crate::asn1::{Der, Element, tag};
use wire::ReadResult;

/// SubjectPublicKeyInfo: a public key in a certificate.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo<'a> {
    /// The complete encoding.
    pub der: &'a [u8],
    /// The algorithm's identifier.
    pub algorithm: &'a [u8],
    /// The parameters of the algorithm.
    pub parameters: Option<Element<'a>>,
    /// The key, without the number of unused bits.
    pub bits: &'a [u8],
}

impl<'a> KeyInfo<'a> {
    /// Reads a SubjectPublicKeyInfo.
    pub(super) fn read(r: &mut Der<'a>) -> ReadResult<Self> {
        let (der, info) = expect(r, tag::SEQUENCE)?;
        let mut info = info.walk("SubjectPublicKeyInfo");
        let (algorithm, parameters) = algorithm(&mut info)?;
        Ok(KeyInfo { der, algorithm, parameters, bits: bit_string(&mut info)? })
    }
}

/// The properties of a key that events show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// `rsa`, `dsa` or `ecdsa`.
    pub kind: &'static str,
    /// The size of the modulus, the prime or the curve's order, in bits.
    pub length: Option<u64>,
    /// RSA's public exponent in decimal.
    pub exponent: Option<String>,
    /// The curve's name.
    pub curve: Option<&'static str>,
}

/// Parses a key; `None` for unknown kinds and malformed keys.
pub fn key_of(info: &KeyInfo<'_>) -> Option<Key> {
    match objects::dotted(info.algorithm).as_str() {
        "1.2.840.113549.1.1.1" | "2.5.8.1.1" => rsa(info.bits).ok(),
        "1.2.840.10040.4.1" | "1.2.840.10040.4.3" | "1.3.14.3.2.12" => dsa(info).ok(),
        "1.2.840.10045.2.1" => elliptic(info),
        _ => None,
    }
}

/// The length in bits of a big-endian number.
fn length(number: &[u8]) -> u64 {
    let zeros = number.iter().take_while(|b| **b == 0).count();
    let number = number.get(zeros..).unwrap_or_default();
    let top = number.first().map_or(0, |b| u64::from(b.leading_zeros()));
    number.len() as u64 * 8 - top
}

fn rsa(bits: &[u8]) -> ReadResult<Key> {
    let mut key = Der::new("RSAPublicKey", bits).inside(tag::SEQUENCE)?;
    let (modulus, exponent) = (key.element()?, key.element()?);
    Ok(Key {
        kind: "rsa",
        length: Some(length(modulus.content)),
        exponent: Some(show::decimal(exponent.content)),
        curve: None,
    })
}

fn dsa(info: &KeyInfo<'_>) -> ReadResult<Key> {
    let kind = "dsa";
    let length = match &info.parameters {
        Some(p) if p.tag == tag::SEQUENCE => Some(length(p.walk("Dss-Parms").element()?.content)),
        // Without parameters, those of the issuer's key apply.
        _ => None,
    };
    Ok(Key { kind, length, exponent: None, curve: None })
}

/// Named curves, with the lengths of their orders.
fn elliptic(info: &KeyInfo<'_>) -> Option<Key> {
    let parameters = info.parameters?;
    if parameters.tag != tag::OBJECT_IDENTIFIER {
        return Some(Key { kind: "ecdsa", length: None, exponent: None, curve: None });
    }
    let curve = objects::find(&objects::dotted(parameters.content))?.short;
    let length = match curve {
        "secp112r1" => 112,
        "secp128r1" => 128,
        "prime192v1" => 192,
        "secp192k1" => 192,
        "secp160k1" | "secp160r1" | "secp160r2" => 161,
        "secp224k1" => 225,
        "secp224r1" => 224,
        "prime256v1" | "secp256k1" | "SM2" | "brainpoolP256r1" => 256,
        "sect163k1" | "sect163r1" | "sect163r2" => 163,
        "sect233k1" => 232,
        "sect233r1" => 233,
        "sect283k1" => 281,
        "sect283r1" => 282,
        "secp384r1" | "brainpoolP384r1" => 384,
        "sect409k1" => 407,
        "sect409r1" => 409,
        "brainpoolP512r1" => 512,
        "secp521r1" => 521,
        "sect571k1" => 570,
        "sect571r1" => 570,
        _ => return Some(Key { kind: "ecdsa", length: None, exponent: None, curve: Some(curve) }),
    };
    Some(Key { kind: "ecdsa", length: Some(length), exponent: None, curve: Some(curve) })
}
