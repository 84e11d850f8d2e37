//! Verifies signatures: RSA (PKCS #1 v1.5), and ECDSA on P-256, P-384 and P-521 (RFC 5758).
use super::der::expect;
use super::hash::{Fault, Hash};
use super::{KeyInfo, objects, rsa};
use crate::asn1::{Der, tag};

const RSA: &str = "1.2.840.113549.1.1.1";
const ELLIPTIC: &str = "1.2.840.10045.2.1";
const P256: &str = "1.2.840.10045.3.1.7";
const P384: &str = "1.3.132.0.34";
const P521: &str = "1.3.132.0.35";

/// Verifies a signature over `message`. `algorithm` is the content of the signature algorithm's identifier.
pub(super) fn verify(
    algorithm: &[u8],
    key: &KeyInfo<'_>,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Fault> {
    let (kind, hash) = match objects::dotted(algorithm).as_str() {
        "1.2.840.113549.1.1.4" => (RSA, Hash::Md5),
        "1.2.840.113549.1.1.5" => (RSA, Hash::Sha1),
        "1.2.840.113549.1.1.14" => (RSA, Hash::Sha224),
        "1.2.840.113549.1.1.11" => (RSA, Hash::Sha256),
        "1.2.840.113549.1.1.12" => (RSA, Hash::Sha384),
        "1.2.840.113549.1.1.13" => (RSA, Hash::Sha512),
        "1.2.840.10045.4.1" => (ELLIPTIC, Hash::Sha1),
        "1.2.840.10045.4.3.1" => (ELLIPTIC, Hash::Sha224),
        "1.2.840.10045.4.3.2" => (ELLIPTIC, Hash::Sha256),
        "1.2.840.10045.4.3.3" => (ELLIPTIC, Hash::Sha384),
        "1.2.840.10045.4.3.4" => (ELLIPTIC, Hash::Sha512),
        _ => return Err(Fault::Unknown),
    };
    if objects::dotted(key.algorithm) != kind {
        return Err(Fault::Key);
    }
    verify_hash(hash, key, message, signature)
}

/// Verifies a signature whose algorithm follows from the key.
pub(super) fn verify_hash(
    hash: Hash,
    key: &KeyInfo<'_>,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Fault> {
    let digest = hash.digest(message);
    match objects::dotted(key.algorithm).as_str() {
        RSA => rsa::verify(hash, &digest, key.bits, signature),
        ELLIPTIC => {
            let curve = key.parameters.filter(|p| p.tag == tag::OBJECT_IDENTIFIER).ok_or(Fault::Unknown)?;
            match objects::dotted(curve.content).as_str() {
                P256 => p256(&digest, key.bits, signature),
                P384 => p384(&digest, key.bits, signature),
                P521 => p521(&digest, key.bits, signature),
                _ => Err(Fault::Unknown),
            }
        }
        _ => Err(Fault::Unknown),
    }
}

/// Declares the verification of ECDSA on a curve whose scalars have this many bytes.
macro_rules! ecdsa {
    ($curve:ident, $bytes:literal) => {
        fn $curve(digest: &[u8], point: &[u8], signature: &[u8]) -> Result<(), Fault> {
            use $curve::ecdsa::signature::hazmat::PrehashVerifier;
            use $curve::ecdsa::{Signature, VerifyingKey};
            let key = VerifyingKey::from_sec1_bytes(point).map_err(|_| Fault::Key)?;
            let [r, s] = scalars::<$bytes>(signature)?;
            let signature = Signature::from_scalars(r, s).map_err(|_| Fault::Mismatch)?;
            key.verify_prehash(digest, &signature).map_err(|_| Fault::Mismatch)
        }
    };
}

ecdsa!(p256, 32);
ecdsa!(p384, 48);
ecdsa!(p521, 66);

/// The two numbers of an ECDSA signature (RFC 3279, 2.2.3), each in `N` bytes.
fn scalars<const N: usize>(signature: &[u8]) -> Result<[[u8; N]; 2], Fault> {
    let read = || {
        let mut pair = Der::new("Ecdsa-Sig-Value", signature).inside(tag::SEQUENCE)?;
        Ok::<_, wire::ReadError>([expect(&mut pair, tag::INTEGER)?.1, expect(&mut pair, tag::INTEGER)?.1])
    };
    let mut both = [[0; N]; 2];
    for (number, place) in read().map_err(|_| Fault::Mismatch)?.iter().zip(&mut both) {
        let zeros = number.content.iter().take_while(|b| **b == 0).count();
        let digits = number.content.get(zeros..).unwrap_or_default();
        let start = N.checked_sub(digits.len()).ok_or(Fault::Mismatch)?;
        place.get_mut(start..).ok_or(Fault::Mismatch)?.copy_from_slice(digits);
    }
    Ok(both)
}
