//! Tests of certificates, OCSP responses and SCTs: valid ones, and each kind of invalid one.
use super::chain::{self, ChainError, Roots};
use super::stapled::{self, StapleError};
use super::transparency::{self, Promise};
use super::{Certificate, Fault, Hash, signature};
use p256::ecdsa::signature::Signer;

macro_rules! data {
    ($name:literal) => {
        include_bytes!(concat!("testdata/", $name)).as_slice()
    };
}

/// A time at which all certificates are valid.
const NOW: i64 = 1_795_600_000;
const YEAR: i64 = 365 * 86_400;

fn read(der: &[u8]) -> Certificate<'_> {
    Certificate::read(der).expect("a certificate")
}

fn roots() -> Roots {
    let mut roots = Roots::default();
    roots.add(data!("root.der")).expect("a root");
    roots
}

fn check(chain: &[&[u8]], at: i64, expected: Result<usize, ChainError>) {
    let certs: Vec<_> = chain.iter().map(|c| read(c)).collect();
    let (host, sent) = certs.split_first().expect("a host's own");
    assert_eq!(chain::verify(host, sent, &roots(), at).map(|c| c.len()), expected);
}

#[test]
fn chains_that_lead_to_a_root() {
    let (root, mid, host) = (data!("root.der"), data!("mid.der"), data!("host.der"));
    check(&[host, mid], NOW, Ok(3));
    check(&[host, mid, root], NOW, Ok(3));
    check(&[host, data!("alone.der"), root, mid], NOW, Ok(3));
    check(&[data!("rsa.der"), mid], NOW, Ok(3));
    check(&[mid], NOW, Ok(2));
    check(&[root], NOW, Ok(1));
}

#[test]
fn chains_that_do_not() {
    let (mid, host) = (data!("mid.der"), data!("host.der"));
    check(&[host], NOW, Err(ChainError::NoLocalIssuer));
    check(&[host, data!("low.der")], NOW, Err(ChainError::NoLocalIssuer));
    check(&[data!("alone.der")], NOW, Err(ChainError::SelfSigned));
    check(&[data!("odd.der"), mid], NOW, Err(ChainError::Critical));
    check(&[data!("wrong.der"), host, mid], NOW, Err(ChainError::NoAuthority));
    check(&[data!("deep.der"), data!("low.der"), mid], NOW, Err(ChainError::PathLength));
    check(&[host, mid], NOW - YEAR, Err(ChainError::NotYetValid));
    check(&[host, mid], NOW + 11 * YEAR, Err(ChainError::Expired));
}

#[test]
fn a_root_that_came_along_is_not_trusted_for_that() {
    let certs = [data!("host.der"), data!("mid.der"), data!("root.der")].map(read);
    let (host, sent) = certs.split_first().expect("a host's own");
    assert_eq!(chain::verify(host, sent, &Roots::default(), NOW), Err(ChainError::UntrustedRoot));
}

#[test]
fn a_byte_changed_anywhere_breaks_the_chain() {
    let good = data!("host.der");
    let roots = roots();
    for at in 0..good.len() {
        let mut bad = good.to_vec();
        bad[at] ^= 1;
        let Ok(host) = Certificate::read(&bad) else { continue };
        let result = chain::verify(&host, &[read(data!("mid.der"))], &roots, NOW);
        assert!(result.is_err(), "byte {at} of {}", good.len());
    }
}

#[test]
fn signatures_of_rsa() {
    let (host, mid) = (read(data!("rsa.der")), read(data!("mid.der")));
    // The signature is one of an elliptic curve, which an RSA key cannot have made.
    assert_eq!(
        signature::verify_hash(Hash::Sha256, &host.key, host.tbs, host.signature),
        Err(Fault::Mismatch)
    );
    assert_eq!(signature::verify(host.algorithm, &host.key, host.tbs, host.signature), Err(Fault::Key));
    assert_eq!(signature::verify(host.algorithm, &mid.key, host.tbs, host.signature), Ok(()));
}

#[test]
fn roots_of_mozilla_hold_their_own_signatures() {
    let roots = webpki_root_certs::TLS_SERVER_ROOT_CERTS;
    assert!(roots.len() > 100);
    for root in roots {
        let cert = read(root);
        assert_eq!(signature::verify(cert.algorithm, &cert.key, cert.tbs, cert.signature), Ok(()));
        let mut other = cert.signature.to_vec();
        *other.last_mut().expect("a signature") ^= 1;
        assert_eq!(
            signature::verify(cert.algorithm, &cert.key, cert.tbs, &other),
            Err(Fault::Mismatch),
            "{:?}",
            cert.subject
        );
    }
}

#[test]
fn stapled_responses() {
    let (mid, host, rsa) = (read(data!("mid.der")), read(data!("host.der")), read(data!("rsa.der")));
    let check = |cert: &Certificate<'_>, response: &[u8], at: i64, expected: Result<(), StapleError>| {
        assert_eq!(stapled::verify(cert, std::slice::from_ref(&mid), response, &roots(), at), expected);
    };
    let good = data!("host.ocsp");
    let made = 1_795_326_000;
    check(&host, good, NOW, Ok(()));
    check(&rsa, good, NOW, Err(StapleError::OtherCertificate));
    check(&rsa, data!("revoked.ocsp"), NOW, Err(StapleError::NotGood("revoked")));
    check(&host, good, made + YEAR, Err(StapleError::Late));
    check(&host, good, made - YEAR, Err(StapleError::Responder(ChainError::NotYetValid)));
    check(&host, &good[..40], NOW, Err(StapleError::Unreadable));
    check(&host, &[0x30, 3, 10, 1, 3], NOW, Err(StapleError::Unsuccessful("trylater")));
    let mut other = good.to_vec();
    // The time of the response, which is within the signed part.
    let at = other.windows(2).position(|w| w == [0x18, 0x0f]).expect("a time") + 16;
    other[at - 1] ^= 1;
    check(&host, &other, NOW, Err(StapleError::Signature));
}

#[test]
fn promises_of_logs() {
    let key = p256::ecdsa::SigningKey::from_slice(&[7; 32]).expect("a key");
    let point = key.verifying_key().to_sec1_point(false);
    // SubjectPublicKeyInfo of P-256: the bytes before the point are constant.
    let mut log_key = b"\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00".to_vec();
    log_key.extend_from_slice(point.as_bytes());
    let host = read(data!("host.der"));
    let mut signed = b"\0\0\0\0\x01\x02\x03\x04\x05\x06\0\0\0".to_vec();
    signed.extend_from_slice(&(host.der.len() as u16).to_be_bytes());
    signed.extend_from_slice(host.der);
    signed.extend_from_slice(b"\0\0");
    let signature: p256::ecdsa::Signature = key.sign(&signed);
    let signature = der(&signature.to_bytes());
    let promise =
        Promise { timestamp: 0x0102_0304_0506, hash: Hash::Sha256, signature: &signature, issuer_key: None };
    assert_eq!(transparency::verify(&host, &promise, &log_key), Ok(()));
    let later = Promise { timestamp: promise.timestamp + 1, ..promise };
    assert_eq!(transparency::verify(&host, &later, &log_key), Err(Fault::Mismatch));
    let in_certificate = Promise { issuer_key: Some([0; 32]), ..promise };
    assert_eq!(transparency::verify(&host, &in_certificate, &log_key), Err(Fault::Mismatch));
    assert_eq!(transparency::verify(&host, &promise, b"\x30\0"), Err(Fault::Key));
}

/// Two numbers of 32 bytes as a sequence of integers.
fn der(numbers: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    for number in numbers.chunks(32) {
        content.extend_from_slice(&[2, 33, 0]);
        content.extend_from_slice(number);
    }
    let mut out = vec![0x30, content.len() as u8];
    out.extend_from_slice(&content);
    out
}
