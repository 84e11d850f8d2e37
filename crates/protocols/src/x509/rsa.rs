//! Verifies RSA signatures with PKCS #1 v1.5 padding (RFC 8017, 8.2.2).
use super::hash::{Fault, Hash};
use crate::asn1::{Der, tag};
use crypto_bigint::modular::{BoxedMontyForm, BoxedMontyParams};
use crypto_bigint::{BoxedUint, Odd};
use wire::ReadResult;

/// The longest modulus, in bytes.
const MAX_MODULUS: usize = 2048;
/// The longest exponent, in bytes. Each bit makes verification slower, which attackers could exploit.
const MAX_EXPONENT: usize = 8;

/// Verifies a signature of `digest`. `key` is an RSAPublicKey in DER.
pub(super) fn verify(hash: Hash, digest: &[u8], key: &[u8], signature: &[u8]) -> Result<(), Fault> {
    let (modulus, exponent) = read(key).map_err(|_| Fault::Key)?;
    if modulus.is_empty() || modulus.len() > MAX_MODULUS || exponent.len() > MAX_EXPONENT {
        return Err(Fault::Key);
    }
    if signature.len() != modulus.len() {
        return Err(Fault::Mismatch);
    }
    let opened = power(signature, exponent, modulus)?;
    let expected = encoded(hash, digest, modulus.len()).ok_or(Fault::Key)?;
    if opened == expected { Ok(()) } else { Err(Fault::Mismatch) }
}

/// Modulus and exponent, big-endian, without leading zeros.
fn read(key: &[u8]) -> ReadResult<(&[u8], &[u8])> {
    let mut pair = Der::new("RSAPublicKey", key).inside(tag::SEQUENCE)?;
    let (modulus, exponent) = (pair.element()?.content, pair.element()?.content);
    Ok((digits(modulus), digits(exponent)))
}

fn digits(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|b| **b == 0).count();
    number.get(zeros..).unwrap_or_default()
}

/// `base` to the power of `exponent` modulo `modulus`, in as many bytes as `modulus` has.
fn power(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Result<Vec<u8>, Fault> {
    let bits = modulus.len() as u32 * 8;
    let number = |bytes: &[u8]| BoxedUint::from_be_slice(bytes, bits).map_err(|_| Fault::Key);
    let odd = Option::<Odd<BoxedUint>>::from(Odd::new(number(modulus)?)).ok_or(Fault::Key)?;
    let base = number(base)?;
    if base >= *odd {
        return Err(Fault::Mismatch);
    }
    let exponent = BoxedUint::from_be_slice(exponent, MAX_EXPONENT as u32 * 8).map_err(|_| Fault::Key)?;
    let params = BoxedMontyParams::new_vartime(odd);
    let all = BoxedMontyForm::new(base, &params).pow(&exponent).retrieve().to_be_bytes();
    let surplus = all.len().checked_sub(modulus.len()).ok_or(Fault::Key)?;
    Ok(all.get(surplus..).unwrap_or_default().to_vec())
}

/// EMSA-PKCS1-v1_5 (RFC 8017, 9.2): `00 01 ff … ff 00`, DigestInfo with the digest. `None` if `len` is too small.
fn encoded(hash: Hash, digest: &[u8], len: usize) -> Option<Vec<u8>> {
    let info = info(hash);
    let padding = len.checked_sub(3 + info.len() + digest.len()).filter(|n| *n >= 8)?;
    let mut out = vec![0, 1];
    out.resize(2 + padding, 0xff);
    out.push(0);
    out.extend_from_slice(info);
    out.extend_from_slice(digest);
    Some(out)
}

/// The bytes of DigestInfo before the digest (RFC 8017, 9.2, note 1).
const fn info(hash: Hash) -> &'static [u8] {
    match hash {
        Hash::Md5 => b"\x30\x20\x30\x0c\x06\x08\x2a\x86\x48\x86\xf7\x0d\x02\x05\x05\x00\x04\x10",
        Hash::Sha1 => b"\x30\x21\x30\x09\x06\x05\x2b\x0e\x03\x02\x1a\x05\x00\x04\x14",
        Hash::Sha224 => b"\x30\x2d\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x04\x05\x00\x04\x1c",
        Hash::Sha256 => b"\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20",
        Hash::Sha384 => b"\x30\x41\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x02\x05\x00\x04\x30",
        Hash::Sha512 => b"\x30\x51\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x03\x05\x00\x04\x40",
    }
}
