//! Verifies chains of certificates, from a host's up to a trusted root (RFC 5280, 6).
//!
//! At each step a trusted root is preferred to a certificate that the peer sent. Results have OpenSSL's numbers and
//! messages. Signatures, validity periods, the right to sign, the path length, and critical extensions are checked;
//! policies, name constraints, and revocation are not.
use super::certificate::{Certificate, Extension};
use super::extension::basic_constraints;
use super::{cmp_bytes, objects, signature, time};
use crate::asn1::{Der, tag};
use hashbrown::HashMap;
use std::rc::Rc;
use wire::ReadResult;

/// The maximum number of certificates of a chain.
const MAX_CHAIN: usize = 100;
/// The maximum number of certificates of a peer that are considered.
const MAX_SENT: usize = 200;

const SUBJECT_KEY: &str = "2.5.29.14";
const KEY_USAGE: &str = "2.5.29.15";
const BASIC_CONSTRAINTS: &str = "2.5.29.19";
const AUTHORITY_KEY: &str = "2.5.29.35";
/// Extensions that may be critical: key usage, alternative names, basic constraints, name constraints, CRL distribution
/// points, policies, policy mappings, policy constraints, extended key usage, inhibit anyPolicy.
const UNDERSTOOD: [&str; 10] = [
    KEY_USAGE,
    "2.5.29.17",
    BASIC_CONSTRAINTS,
    "2.5.29.30",
    "2.5.29.31",
    "2.5.29.32",
    "2.5.29.33",
    "2.5.29.36",
    "2.5.29.37",
    "2.5.29.54",
];
/// Bit 5 of the key usage: keyCertSign.
const CERT_SIGN: u8 = 0x04;

/// Why a chain is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainError {
    /// A trusted certificate does not lead to a root.
    NoIssuer,
    /// A signature is invalid.
    Signature,
    /// A certificate is not yet valid.
    NotYetValid,
    /// A certificate has expired.
    Expired,
    /// The start of a validity period is malformed.
    BadNotBefore,
    /// The end of a validity period is malformed.
    BadNotAfter,
    /// The host's certificate is self-signed.
    SelfSigned,
    /// The root that the peer sent is not trusted.
    UntrustedRoot,
    /// The issuer of the last certificate is missing.
    NoLocalIssuer,
    /// The chain is too long.
    TooLong,
    /// A certificate may not sign others.
    NoAuthority,
    /// A certificate's path length constraint is violated.
    PathLength,
    /// A critical extension is not supported.
    Critical,
}

impl ChainError {
    /// OpenSSL's error number.
    pub const fn number(self) -> i64 {
        match self {
            ChainError::NoIssuer => 2,
            ChainError::Signature => 7,
            ChainError::NotYetValid => 9,
            ChainError::Expired => 10,
            ChainError::BadNotBefore => 13,
            ChainError::BadNotAfter => 14,
            ChainError::SelfSigned => 18,
            ChainError::UntrustedRoot => 19,
            ChainError::NoLocalIssuer => 20,
            ChainError::TooLong => 22,
            ChainError::PathLength => 25,
            ChainError::Critical => 34,
            ChainError::NoAuthority => 79,
        }
    }

    /// OpenSSL's error message.
    pub const fn text(self) -> &'static str {
        match self {
            ChainError::NoIssuer => "unable to get issuer certificate",
            ChainError::Signature => "certificate signature failure",
            ChainError::NotYetValid => "certificate is not yet valid",
            ChainError::Expired => "certificate has expired",
            ChainError::BadNotBefore => "format error in certificate's notBefore field",
            ChainError::BadNotAfter => "format error in certificate's notAfter field",
            ChainError::SelfSigned => "self signed certificate",
            ChainError::UntrustedRoot => "self-signed certificate in certificate chain",
            ChainError::NoLocalIssuer => "unable to get local issuer certificate",
            ChainError::TooLong => "certificate chain too long",
            ChainError::PathLength => "path length constraint exceeded",
            ChainError::Critical => "unhandled critical extension",
            ChainError::NoAuthority => "invalid CA certificate",
        }
    }
}

/// The trusted certificates.
#[derive(Default, Debug)]
pub struct Roots {
    /// Certificates by the canonical form of their subject.
    by_subject: HashMap<Vec<u8>, Vec<Rc<[u8]>>>,
}

impl Roots {
    /// Adds a certificate.
    pub fn add(&mut self, der: &[u8]) -> ReadResult<()> {
        let cert = Certificate::read(der)?;
        self.by_subject.entry(cmp_bytes(cert.subject)?).or_default().push(cert.der.into());
        Ok(())
    }

    /// True if there are no certificates.
    pub fn is_empty(&self) -> bool {
        self.by_subject.is_empty()
    }

    /// The certificates with this subject, a name in DER.
    pub fn named<'a>(&'a self, subject: &[u8]) -> impl Iterator<Item = Certificate<'a>> {
        let known = cmp_bytes(subject).ok().and_then(|s| self.by_subject.get(&s));
        known.into_iter().flatten().filter_map(|der| Certificate::read(der).ok())
    }
}

/// Builds the chain from `host` to a root, using the certificates `sent` by the peer, and verifies it at the time
/// `at`, in seconds since the Unix epoch. Returns the encodings of the chain's certificates, the host's first.
pub fn verify<'a>(
    host: &Certificate<'a>,
    sent: &[Certificate<'a>],
    roots: &'a Roots,
    at: i64,
) -> Result<Vec<&'a [u8]>, ChainError> {
    let chain = build(host, sent, roots, at)?;
    check_authority(&chain)?;
    for (n, cert) in chain.iter().enumerate().rev() {
        if let Some(above) = chain.get(n + 1) {
            signature::verify(cert.algorithm, &above.key, cert.tbs, cert.signature)
                .map_err(|_| ChainError::Signature)?;
        }
        check_time(cert, at)?;
    }
    Ok(chain.iter().map(|c| c.der).collect())
}

fn build<'a>(
    host: &Certificate<'a>,
    sent: &[Certificate<'a>],
    roots: &'a Roots,
    at: i64,
) -> Result<Vec<Certificate<'a>>, ChainError> {
    let mut sent: Vec<&Certificate<'a>> = sent.iter().take(MAX_SENT).collect();
    let mut chain = vec![host.clone()];
    let mut trusted = 0;
    while let Some(last) = chain.last() {
        if is_self_issued(last) {
            if trusted > 0 || roots.named(last.subject).any(|r| r.der == last.der) {
                return Ok(chain);
            }
            return Err(if chain.len() == 1 { ChainError::SelfSigned } else { ChainError::UntrustedRoot });
        }
        if chain.len() == MAX_CHAIN {
            return Err(ChainError::TooLong);
        }
        if let Some(root) = best(roots.named(last.issuer).filter(|r| signs(r, last)), at) {
            trusted += 1;
            chain.push(root);
            continue;
        }
        if trusted > 0 {
            return Err(ChainError::NoIssuer);
        }
        let fitting = sent.iter().enumerate().filter(|(_, c)| signs(c, last));
        let Some((n, next)) = best_of(fitting, |(_, c)| check_time(c, at).is_ok()) else {
            return Err(ChainError::NoLocalIssuer);
        };
        let next = (*next).clone();
        sent.swap_remove(n);
        chain.push(next);
    }
    Ok(chain)
}

/// The first certificate that is valid at that time, or else the first one.
fn best<'a>(found: impl Iterator<Item = Certificate<'a>>, at: i64) -> Option<Certificate<'a>> {
    best_of(found, |c| check_time(c, at).is_ok())
}

fn best_of<T>(found: impl Iterator<Item = T>, is_good: impl Fn(&T) -> bool) -> Option<T> {
    let mut first = None;
    for one in found {
        if is_good(&one) {
            return Some(one);
        }
        first.get_or_insert(one);
    }
    first
}

fn is_same_name(a: &[u8], b: &[u8]) -> bool {
    a == b || matches!((cmp_bytes(a), cmp_bytes(b)), (Ok(a), Ok(b)) if a == b)
}

fn is_self_issued(cert: &Certificate<'_>) -> bool {
    is_same_name(cert.subject, cert.issuer) && fits_authority_key(cert, cert)
}

/// True if `above` may be the issuer of `cert`, judging by names, key identifiers, and key usage.
fn signs(above: &Certificate<'_>, cert: &Certificate<'_>) -> bool {
    let may_sign = key_usage(above).is_none_or(|bits| bits & CERT_SIGN != 0);
    is_same_name(above.subject, cert.issuer) && fits_authority_key(above, cert) && may_sign
}

/// The first byte of the key usage; `None` without the extension.
fn key_usage(cert: &Certificate<'_>) -> Option<u8> {
    let bits = Der::new("KeyUsage", cert.extension(KEY_USAGE)?.value).element().ok()?;
    Some(bits.content.get(1).copied().unwrap_or_default())
}

/// Checks the authority key identifier: key identifier and serial number of the issuer (RFC 5280, 4.2.1.1).
fn fits_authority_key(above: &Certificate<'_>, cert: &Certificate<'_>) -> bool {
    let Some(wanted) = cert.extension(AUTHORITY_KEY) else { return true };
    let fits = || {
        let mut parts = Der::new("AuthorityKeyIdentifier", wanted.value).inside(tag::SEQUENCE)?;
        let (key, _, serial) = (parts.optional(0x80)?, parts.optional(0xa1)?, parts.optional(0x82)?);
        let own = above.extension(SUBJECT_KEY).map(subject_key).transpose()?;
        let by_key = !matches!((key, own), (Some(k), Some(own)) if k.content != own);
        let by_serial = serial.is_none_or(|s| s.content == above.serial);
        Ok::<_, wire::ReadError>(by_key && by_serial)
    };
    fits().unwrap_or_default()
}

fn subject_key<'a>(e: &Extension<'a>) -> ReadResult<&'a [u8]> {
    Ok(Der::new("SubjectKeyIdentifier", e.value).element()?.content)
}

/// Checks the right to sign, the path length, and critical extensions.
fn check_authority(chain: &[Certificate<'_>]) -> Result<(), ChainError> {
    let mut below = 0;
    for (n, cert) in chain.iter().enumerate() {
        let is_unknown =
            |e: &&Extension<'_>| e.critical && !UNDERSTOOD.contains(&objects::dotted(e.oid).as_str());
        if cert.extensions.iter().find(is_unknown).is_some() {
            return Err(ChainError::Critical);
        }
        if n == 0 {
            continue;
        }
        let constraints = match cert.extension(BASIC_CONSTRAINTS) {
            Some(e) => basic_constraints(e.value).ok_or(ChainError::NoAuthority)?,
            // Version 1 has no extensions; some roots of it are still in use.
            None => (cert.version == 1 && is_self_issued(cert), None),
        };
        let (true, longest) = constraints else { return Err(ChainError::NoAuthority) };
        if longest.is_some_and(|max| below > max) {
            return Err(ChainError::PathLength);
        }
        if !is_self_issued(cert) {
            below += 1;
        }
    }
    Ok(())
}

fn check_time(cert: &Certificate<'_>, at: i64) -> Result<(), ChainError> {
    if time::seconds(&cert.not_before).map_err(|_| ChainError::BadNotBefore)? > at {
        return Err(ChainError::NotYetValid);
    }
    if time::seconds(&cert.not_after).map_err(|_| ChainError::BadNotAfter)? < at {
        return Err(ChainError::Expired);
    }
    Ok(())
}
