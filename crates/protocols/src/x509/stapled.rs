//! Verifies stapled OCSP responses, which a server sends with its certificates (RFC 6960, 4.2).
use super::certificate::Certificate;
use super::chain::{self, ChainError, Roots};
use super::cmp_bytes;
use super::hash::Hash;
use super::ocsp::{CertId, CertStatus, OcspResponse, Responder, SingleResponse};
use super::signature;
use super::time;

/// Why a response does not prove that a certificate is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StapleError {
    /// The bytes are not a response.
    Unreadable,
    /// The response status is this error.
    Unsuccessful(&'static str),
    /// The responder's certificate is missing.
    NoResponder,
    /// The responder's certificate is invalid.
    Responder(ChainError),
    /// The signature is invalid.
    Signature,
    /// The issuer of the host's certificate is missing.
    NoIssuer,
    /// The response has no status of any certificate.
    Empty,
    /// The response is about another certificate.
    OtherCertificate,
    /// The response has no nextUpdate.
    NoNextUpdate,
    /// thisUpdate is malformed.
    BadThisUpdate,
    /// nextUpdate is malformed.
    BadNextUpdate,
    /// thisUpdate is in the future.
    Early,
    /// nextUpdate is in the past.
    Late,
    /// The status of the certificate is not `good` but this one.
    NotGood(&'static str),
}

impl StapleError {
    /// The number that scripts see.
    pub const fn number(self) -> i64 {
        match self {
            StapleError::Unsuccessful(_) => -2,
            StapleError::Responder(_) | StapleError::Signature => 0,
            _ => -1,
        }
    }

    /// The message that scripts see.
    pub const fn text(self) -> &'static str {
        match self {
            StapleError::Unreadable => "Could not parse OCSP response",
            StapleError::Unsuccessful(why) | StapleError::NotGood(why) => why,
            StapleError::NoResponder => "Could not find OCSP responder certificate",
            StapleError::Responder(e) => e.text(),
            StapleError::Signature => "error:13800075:OCSP routines::signature failure",
            StapleError::NoIssuer => "Could not find issuer of host certificate",
            StapleError::Empty => "Could not lookup OCSP response information",
            StapleError::OtherCertificate => "OCSP reply is not for host certificate",
            StapleError::NoNextUpdate => "OCSP reply missing nextUpdate field",
            StapleError::BadThisUpdate => "OCSP reply contains invalid thisUpdate field",
            StapleError::BadNextUpdate => "OCSP reply contains invalid nextUpdate field",
            StapleError::Early => "OCSP reply specifies time in future",
            StapleError::Late => "OCSP reply expired",
        }
    }
}

/// Verifies a response about `host` at the time `at`, in seconds since the Unix epoch. `sent` are the certificates that
/// the peer sent.
pub fn verify(
    host: &Certificate<'_>,
    sent: &[Certificate<'_>],
    response: &[u8],
    roots: &Roots,
    at: i64,
) -> Result<(), StapleError> {
    let response = OcspResponse::read(response).map_err(|_| StapleError::Unreadable)?;
    if response.status != 0 {
        return Err(StapleError::Unsuccessful(response.status_name()));
    }
    let basic = response.basic.ok_or(StapleError::Unreadable)?;
    let mut candidates: Vec<Certificate<'_>> =
        basic.certificates.iter().filter_map(|c| Certificate::read(c).ok()).collect();
    candidates.extend(sent.iter().cloned());
    let signer =
        candidates.iter().find(|c| is_responder(&basic.responder, c)).ok_or(StapleError::NoResponder)?;
    chain::verify(signer, &candidates, roots, at).map_err(StapleError::Responder)?;
    signature::verify(basic.algorithm, &signer.key, basic.signed, basic.signature)
        .map_err(|_| StapleError::Signature)?;

    let issued = |c: &&Certificate<'_>| is_name(c.subject, host.issuer);
    let root = roots.named(host.issuer).next();
    let issuer = sent.iter().rfind(issued).or(root.as_ref()).ok_or(StapleError::NoIssuer)?;
    let single = basic.responses.first().ok_or(StapleError::Empty)?;
    if !is_about(&single.certificate, host, issuer) {
        return Err(StapleError::OtherCertificate);
    }
    check_time(single, at)?;
    match single.status {
        CertStatus::Good => Ok(()),
        other => Err(StapleError::NotGood(other.name())),
    }
}

fn is_name(a: &[u8], b: &[u8]) -> bool {
    matches!((cmp_bytes(a), cmp_bytes(b)), (Ok(a), Ok(b)) if a == b)
}

fn is_responder(who: &Responder<'_>, cert: &Certificate<'_>) -> bool {
    match who {
        Responder::Name(name) => is_name(name, cert.subject),
        Responder::Key(digest) => digest.content == Hash::Sha1.digest(cert.key.bits),
    }
}

fn is_about(id: &CertId<'_>, host: &Certificate<'_>, issuer: &Certificate<'_>) -> bool {
    let Some(hash) = Hash::of_oid(id.algorithm) else { return false };
    id.serial == host.serial
        && id.name_hash.content == hash.digest(issuer.subject)
        && id.key_hash.content == hash.digest(issuer.key.bits)
}

fn check_time(single: &SingleResponse<'_>, at: i64) -> Result<(), StapleError> {
    let until = single.next_update.as_ref().ok_or(StapleError::NoNextUpdate)?;
    let from = time::seconds(&single.this_update).map_err(|_| StapleError::BadThisUpdate)?;
    let until = time::seconds(until).map_err(|_| StapleError::BadNextUpdate)?;
    if from > at {
        Err(StapleError::Early)
    } else if until < at {
        Err(StapleError::Late)
    } else {
        Ok(())
    }
}
